import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { buttonsOf as slackButtons } from "../../support/fake-slack/reading.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import type { Acted } from "../../support/fake-discord/person.ts";
import type { FakeMessage } from "../../support/fake-discord/world.ts";
import { createsAt } from "../../support/gateway/sandbox-calls.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { png } from "../../support/media/media-files.ts";
import { filesOf, startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

const overrides = { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock } as const;

/** The body of the create with this prompt. */
async function createOf(prompt: string, sandboxUrl: string): Promise<string> {
  const create = (await createsAt(sandboxUrl)).find(({ body }) => body.includes(prompt));
  if (!create) throw new Error(`no create with ${prompt}`);
  return create.body;
}

describe("in Slack", () => {
  let here: SlackEasel;
  beforeAll(async () => {
    here = await startSlackEasel("http", {}, overrides);
  });
  afterAll(() => here.stop());

  const Block = z.object({
    block_id: z.string().transform((id) => id.split("#")[0]),
    element: z.object({ type: z.string(), options: z.array(z.object({ value: z.string() })).optional() }),
  });
  const blockOf = (name: string) =>
    here.max
      .view()
      ?.view.blocks.map((block) => Block.parse(block))
      .find((block) => block.block_id === name)?.element;

  it("a form has a list of presets and a checkbox for a private result, and both work", async () => {
    const { max, slack, channel } = here;
    await max.slash(channel.id, "/preset", "save poster --model image-2 --size 2K --format webp").outcome;
    await max.slash(channel.id, "/imagine").outcome;
    await here.see("the form", () => max.view());
    expect(blockOf("preset")).toMatchObject({ type: "static_select", options: [{ value: "poster" }] });
    expect(blockOf("private")).toMatchObject({ type: "checkboxes" });
    const prompt = "a heron for one alone";
    await max.submit({ prompt, preset: "poster", private: true }).outcome;
    const made = await here.result(prompt);
    expect(made.channel.startsWith("D")).toBe(true);
    expect(slack.said(channel.id).some((message) => slack.read(message).includes(prompt))).toBe(false);
    expect(filesOf(slack, made).map(({ name }) => name.split(".").at(-1))).toEqual(["webp"]);
  });

  it("emptying a field in a failed request's form removes the option", async () => {
    const { max, slack, channel } = here;
    const failing = "a stork [fail:moderation_blocked]";
    await max.slash(channel.id, "/imagine", `${failing} --size 2K --quality high`).outcome;
    const failed = await here.see("the failure", () =>
      slack.said(channel.id).find((message) => slack.read(message).includes("could not be made")),
    );
    const button = slackButtons(failed.blocks).find(({ label }) => label === "Change prompt, model, size…");
    await max.press(failed, button?.id ?? "").outcome;
    const view = await here.see("the form", () => max.view());
    expect(JSON.stringify(view.view.blocks)).toContain('"initial_option":{"text":{"type":"plain_text","text":"2K');
    await max.submit({ prompt: "a stork in the reeds", size: "" }).outcome;
    await here.result("a stork in the reeds");
    const body = await createOf("a stork in the reeds", here.easel.sandboxUrl);
    expect(body).toContain('"quality":"high"');
    expect(body).not.toContain('"size"');
    expect(await createOf(failing, here.easel.sandboxUrl)).toContain('"size":"2K"');
  });

  it("a refused command opens as a form that keeps everything", async () => {
    const { max, slack, channel } = here;
    await max.slash(channel.id, "/imagine", "a refused stork --size 9K --quality high").outcome;
    const refusal = await here.see("the refusal", () =>
      slack.world.ephemerals.find((one) => slack.read(one).includes("9K")),
    );
    const [button] = slackButtons(refusal.blocks);
    expect(button?.label).toBe("Change prompt, model, size…");
    await max.press({ channel: channel.id, ts: "1.000001" }, button?.id ?? "").outcome;
    const form = await here.see("the form", () =>
      JSON.stringify(max.view()?.view.blocks).includes("a refused stork") ? max.view() : undefined,
    );
    expect(form.view.blocks.slice(0, 2).map((block) => Block.parse(block).block_id)).toEqual(["prompt", "size"]);
    await max.submit({ size: "2K" }).outcome;
    await here.result("a refused stork");
    const body = await createOf("a refused stork", here.easel.sandboxUrl);
    expect(body).toContain('"size":"2K"');
    expect(body).toContain('"quality":"high"');
  });
});

describe("in Discord", () => {
  let here: DiscordEasel;
  beforeAll(async () => {
    here = await startDiscordEasel({ overrides });
  });
  afterAll(() => here.stop());

  const Modal = z.object({
    components: z.array(z.object({ component: z.looseObject({ custom_id: z.string() }) })),
  });

  it("a form lists the existing presets in one of its five fields", async () => {
    await here.person.command("preset save", { preset: "poster", size: "2K" }).answered;
    const content = await png();
    const message = here.person.write("look", { files: [{ name: "a.png", contentType: "image/png", content }] });
    const asked = here.person.messageCommand("Edit image", message);
    const answer = z.object({ type: z.literal(9), data: Modal }).parse(await asked.answered);
    const fields = answer.data.components.map(({ component }) => component);
    expect(fields.map(({ custom_id: id }) => id)).toEqual(["prompt", "model", "preset", "size", "image"]);
    expect(fields[2]?.["options"]).toMatchObject([{ value: "poster" }]);
    const prompt = "a gull by preset";
    here.person.submit(asked, { prompt, preset: "poster" });
    const made = await here.result(prompt);
    expect(made.attachments).toHaveLength(1);
  });

  it("emptying a field in a failed request's form removes the option", async () => {
    const failing = "a crane [fail:moderation_blocked]";
    here.person.command("imagine", { prompt: failing, size: "2K", quality: "high" });
    const failed = await here.discord.until("the failure", () =>
      postsIn(here.channel).find(({ content }) => content.includes("could not be made")),
    );
    const opened = here.person.press(failed, "Change prompt, model, size…");
    expect((await opened.answered).type).toBe(9);
    here.person.submit(opened, { prompt: "a crane in the reeds", size: "" });
    await here.result("a crane in the reeds");
    const body = await createOf("a crane in the reeds", here.easel.sandboxUrl);
    expect(body).toContain('"quality":"high"');
    expect(body).not.toContain('"size"');
    expect(await createOf(failing, here.easel.sandboxUrl)).toContain('"size":"2K"');
  });

  it("a refused command opens as a form that keeps everything, and so does a refused form", async () => {
    const image1 = { name: "a.png", contentType: "image/png", content: await png() };
    const given = { prompt: "a refused crane --size 9K", quality: "high", image1 };
    const told = await answerTo(here.person.command("imagine", given));
    const opened = here.person.press(told, "Change prompt, model, size…");
    expect((await opened.answered).type).toBe(9);
    const names = modalOf(opened.interaction).components.map(({ component }) => component.custom_id);
    expect(names.slice(0, 3)).toEqual(["prompt", "keep_files", "size"]);
    const refused = await answerTo(here.person.submit(opened, { prompt: "a crane --size 8K", keep_files: true }));
    const again = here.person.press(refused, "Change prompt, model, size…");
    expect((await again.answered).type).toBe(9);
    here.person.submit(again, { prompt: "a crane that is accepted", size: "2K", keep_files: true });
    await here.result("a crane that is accepted");
    const body = await createOf("a crane that is accepted", here.easel.sandboxUrl);
    expect(body).toContain('"size":"2K"');
    expect(body).toContain('"quality":"high"');
    expect(body).toContain(image1.content.toString("base64").slice(0, 40));
  });

  async function answerTo({ interaction }: Acted): Promise<FakeMessage> {
    return here.discord.until("the answer", () =>
      [interaction.original, ...interaction.followUps].find(
        (message) => message?.visibleTo === here.max.id && message.content !== "" && message !== interaction.source,
      ),
    );
  }
});

describe("in the Console", () => {
  let here: SlackEasel;
  let max: ConsoleClient;
  beforeAll(async () => {
    here = await startSlackEasel("http", {}, overrides);
    max = createConsoleClient(here.easel.url);
  });
  afterAll(async () => {
    await max.close();
    await here.stop();
  });

  it("a form lists its service's presets, and has no checkbox for private results without direct messages", async () => {
    await max.answerTo("/preset save poster --model pro-image-3 --size 2K");
    await max.answerTo("/preset save long --seconds 5");
    const { form } = await max.bare("/imagine");
    const names = form?.fields.map(({ name }) => name);
    expect(names).toContain("preset");
    expect(names).not.toContain("private");
    expect(form?.fields.find(({ name }) => name === "preset")).toMatchObject({ choices: [{ value: "poster" }] });
    await max.fillIn(form, { values: { prompt: "an owl by preset", preset: "poster" } });
    const made = await max.see("the picture", (all) =>
      all.find(({ files }) => files.some(({ description }) => description === "an owl by preset")),
    );
    await max.press(made, "Recipe");
    const recipe = await max.see("the recipe", (all) => all.find(({ text }) => text.includes("Prompt: an owl")));
    // The preset's model replaced the one that the form began with.
    expect(recipe.text).toContain("provider-b/pro-image-3");
    expect(recipe.text).toContain("2K");
  });
});
