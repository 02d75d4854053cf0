import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buttonsOf } from "../../support/fake-slack/reading.ts";
import type { FakeView } from "../../support/fake-slack/world.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let here: SlackEasel;

beforeAll(async () => {
  here = await startSlackEasel("http", {}, { sandboxSpeed: 0, sandboxMedia: "tiny" });
});
beforeEach(() => here.nextChannel());
afterAll(() => here.stop());

async function openForm(command: "/imagine" | "/video"): Promise<FakeView> {
  await here.max.slash(here.channel.id, command).outcome;
  return here.see("the form", () => here.max.view());
}

const saidIn = ({ view: { blocks } }: FakeView): string => here.slack.read({ text: "", blocks });

/** Presses a button in the modal. */
async function press(view: FakeView, label: string): Promise<void> {
  const button = buttonsOf(view.view.blocks).find((one) => one.label.startsWith(label));
  if (!button) throw new Error(`there is no ${label} in: ${saidIn(view)}`);
  await here.max.pressInView(button.id).outcome;
}

describe("a button in the answer to a form", () => {
  it("makes the form's request once, and the modal says so", async () => {
    await here.ada.slash(here.channel.id, "/easel-admin", "channel limits --confirm_seconds 4").outcome;
    const prompt = "a long voyage";
    const view = await openForm("/video");
    await here.max.submit({ prompt }).outcome;
    await here.see("the question", () => (saidIn(view).includes("asked first") ? true : undefined));
    await press(view, "Make it for");
    await here.see("the yes", () => (saidIn(view).includes("You said yes") ? true : undefined));
    expect(buttonsOf(view.view.blocks)).toEqual([]);
    await here.result(prompt);
    expect(await videoCreatesAt(here.easel.sandboxUrl, prompt)).toHaveLength(1);
    view.isOpen = false;
  });

  it("reopens the request in the same modal, where it can be changed and submitted", async () => {
    const quota = "quota set --amount 1 --unit images --span day --scope channel";
    await here.ada.slash(here.channel.id, "/easel-admin", quota).outcome;
    const view = await openForm("/imagine");
    await here.max.submit({ prompt: "two larks", count: "2" }).outcome;
    await here.see("the refusal", () => (saidIn(view).includes("Nothing was sent or spent") ? true : undefined));
    await press(view, "Change prompt, model, size…");
    const field = await here.see("the form", () =>
      view.view.blocks.find((block) => String(block["block_id"]).startsWith("prompt")),
    );
    expect(field).toMatchObject({ element: { initial_value: "two larks" } });
    await here.max.submit({ prompt: "one lark", count: "1" }).outcome;
    await here.result("one lark");
    const bodies = (await createsAt(here.easel.sandboxUrl)).filter(({ body }) => body.includes("lark"));
    expect(bodies).toHaveLength(1);
  });
});
