import { afterAll, beforeAll, expect, it } from "vitest";
import type { Form } from "../../../src/core/chat/form.ts";
import { escapeText, type Message, type Section } from "../../../src/core/chat/message.ts";
import { startSlackWorld, type SlackWorld } from "../../support/slack/slack-platform.ts";

const WHOLE = "a long fox ".repeat(400);

function form(model: string): Form {
  const choices = ["short", "long"].map((value) => ({ value, label: value }));
  return {
    id: "change:1",
    title: "Change",
    submit: "Make it",
    typed: "Type it.",
    fields: [
      { type: "text", name: "prompt", label: "Prompt", long: true, required: true, value: WHOLE, maxLength: 6_000 },
      { type: "choice", name: "model", label: "Model", value: model, choices, reshapes: true },
    ],
  };
}

let world: SlackWorld;
/** The form's prompt, each time it was rebuilt. */
const reshaped: unknown[] = [];

beforeAll(async () => {
  world = await startSlackWorld({ mode: "http" });
  world.handleWith(async (event, responder) => {
    if (event.kind === "command") await responder.openForm(form("short"));
    else await responder.acknowledge();
  });
  world.reformWith(async ({ values }) => {
    reshaped.push(values["prompt"]);
    return form(String(values["model"]));
  });
});
afterAll(() => world.stop());

/** Opens the form, and returns what its prompt shows. */
async function open(): Promise<string> {
  await world.max.slash(world.channel.id, "/imagine").outcome;
  const [shown = {}] = world.max.view()?.view.blocks ?? [];
  expect(JSON.stringify(shown["hint"])).toContain("the whole text is kept");
  return (shown["element"] as { initial_value: string }).initial_value;
}

const submitted = () => world.events.findLast((event) => event.kind === "form")?.values;

it("a text that is too long for a form is not submitted if it is unchanged", async () => {
  expect(await open()).toHaveLength(3_000);
  await world.max.change("model", "long").outcome;
  await expect.poll(() => reshaped).toEqual([undefined]);
  await world.max.submit({ model: "long" }).outcome;
  expect(submitted()).toEqual({ model: "long" });
});

it("a text that is too long for a form is submitted if it was changed", async () => {
  const prompt = (await open()).replace("a long fox", "a dog");
  await world.max.submit({ prompt }).outcome;
  expect(submitted()).toEqual({ prompt, model: "short" });
});

it.each([
  ["in Chinese", "这只狐狸在下雪的森林里奔跑。"],
  ["of characters that Slack escapes", "a < b && c > d "],
  ["of emoji", "🦊❄️"],
])("a long message %s is posted and changed", async (_name, words) => {
  const items = Array.from({ length: 10 }, () => ({ state: "failed" as const, label: escapeText(words.repeat(40)) }));
  const message: Message = {
    text: escapeText(words.repeat(1_000)),
    quote: escapeText(words.repeat(300)),
    footer: escapeText(words.repeat(20)),
    progress: { items },
  };
  const conversation = { platform: "slack", workspace: world.slack.world.team.id, channel: world.channel.id } as const;
  const ref = await world.adapter.platform.post(conversation, message, `long ${words}`);
  await world.adapter.platform.edit(ref, message);
  const posted = world.slack.messages(world.channel.id).find(({ ts }) => ts === ref.id);
  expect(posted?.edits).toBe(1);
  expect(posted?.text).toContain("…");
});

it.each([
  ["long sections", 20, 1_500],
  ["many sections", 40, 20],
])("a view with %s is shown as far as Slack takes it, with its buttons", async (_name, count, length) => {
  const section = (index: number): Section => ({
    heading: `part ${index}`,
    text: "x".repeat(length),
    facts: "small",
    buttons: [{ id: `show:${index}`, label: "Show", style: "secondary" }],
  });
  const sections = Array.from({ length: count }, (_, index) => section(index));
  const view: Message = { text: "a view", sections, buttons: [{ id: "next", label: "Next", style: "primary" }] };
  const { id: channel } = world.slack.directWith(world.max);
  const conversation = { platform: "slack", workspace: world.slack.world.team.id, channel } as const;
  await world.adapter.platform.post(conversation, view, `view ${count}`);
  const posted = JSON.stringify(world.slack.messages(channel).at(-1)?.blocks);
  expect(posted).toContain("a view");
  expect(posted).toContain("part 0");
  expect(posted).not.toContain(`part ${count - 1}"`);
  expect(posted).toContain("Next");
});
