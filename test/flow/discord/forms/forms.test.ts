import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FORM } from "../../../support/discord/discord-form.ts";
import { openDiscordWorld, type DiscordWorld } from "../../../support/discord/discord-world.ts";
import { failures } from "../../../support/fake-discord/failure.ts";
import { postsIn } from "../../../support/fake-discord/fake-discord.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
});
beforeEach(() => here.handleWith((_event, responder) => responder.acknowledge()));
afterAll(() => here.close());

const png = (name: string) => ({ name, contentType: "image/png", content: Buffer.from(name) });

describe("a message's menu", () => {
  it.each([
    ["Edit image", "edit"],
    ["Animate image", "animate"],
    ["Show recipe", "recipe"],
  ])("delivers %s with the other person's files", async (name, action) => {
    const message = here.person.write("look", { files: [png("cat.png"), png("dog.png")] });
    await here.person.messageCommand(name, message).answered;
    expect(here.events.at(-1)).toMatchObject({
      kind: "action",
      action,
      target: {
        message: { id: message.id },
        own: false,
        complete: true,
        attachments: [{ name: "cat.png" }, { name: "dog.png" }],
      },
    });
  });

  it("passes on a forwarded message's files", async () => {
    const first = here.person.write("look", { files: [png("far.png")] });
    const forwarded = here.person.write("", { forward: first });
    await here.person.messageCommand("Edit image", forwarded).answered;
    expect(here.events.at(-1)).toMatchObject({ target: { attachments: [{ name: "far.png" }] } });
  });
});

describe("a form", () => {
  it("shows five fields, and returns what was filled in", async () => {
    here.handleWith((event, responder) =>
      event.kind === "command" ? responder.openForm(FORM) : responder.acknowledge(),
    );
    const asked = here.person.command("easel help");
    expect(await asked.answered).toMatchObject({ type: 9, data: { title: "Edit picture 2" } });
    const sent = here.person.submit(asked, {
      prompt: "make it night",
      images: [png("moon.png")],
      private: true,
    });
    await sent.answered;
    expect(here.events.at(-1)).toMatchObject({
      kind: "form",
      form: FORM.id,
      values: { prompt: "make it night", model: "two", private: true },
      attachments: [{ name: "moon.png", option: "images" }],
    });
    // An empty field removes an earlier value.
    expect(here.events.at(-1)).toHaveProperty("values.size", "");
  });

  it("that Discord refuses is answered while the interaction is open", async () => {
    here.handleWith((_event, responder) => responder.openForm(FORM));
    const route = "/interactions/:id/:token/callback";
    here.server.interrupt({ method: "POST", route, failure: failures.invalidForm({ title: "Invalid" }) });
    const asked = here.person.command("easel help");
    expect(await asked.answered).toMatchObject({ type: 4 });
    expect(asked.interaction.original).toMatchObject({ visibleTo: here.max.id });
    expect(asked.interaction.original?.content).toMatch(/^Discord did not accept this form.*\nType it\.$/);
  });

  it("with problems is answered with those problems", async () => {
    here.handleWith((event, responder) =>
      event.kind === "command"
        ? responder.openForm(FORM)
        : responder.refuseForm([{ field: "size", text: "`size` can't be “9K”." }]),
    );
    const asked = here.person.command("easel help");
    await asked.answered;
    const sent = here.person.submit(asked, { prompt: "x", size: "9K" });
    await sent.answered;
    expect(sent.interaction.original).toMatchObject({ content: "`size` can't be “9K”.", visibleTo: here.max.id });
  });
});

describe("a button", () => {
  it("works on an old message, and its answer is an extra message", async () => {
    const ref = await here.platform.post(
      { platform: "discord", workspace: here.guild.id, channel: here.channel.id },
      { text: "a result", buttons: [{ id: "recipe:1", label: "Recipe", style: "secondary" }] },
      "button-answers",
    );
    const message = here.channel.messages.get(ref.id);
    if (!message) throw new Error("nothing was posted");
    here.server.advance(90 * 24 * 3_600_000);
    here.handleWith((_event, responder) => responder.answer({ text: "the recipe" }));
    const pressed = here.person.press(message, "Recipe");
    expect(await pressed.answered).toMatchObject({ type: 4, data: { content: "the recipe", flags: 68 } });
    expect(message.content).toBe("a result");
  });
});

describe("typing", () => {
  it("gets matching suggestions within Discord's limits", async () => {
    here.suggestWith(async ({ option, typed, options }) => {
      expect({ option, typed, options }).toEqual({ option: "model", typed: "o", options: { prompt: "a fox" } });
      const many = Array.from({ length: 40 }, (_, index) => ({ value: `m${index}`, label: "x".repeat(150) }));
      return [{ value: "one", label: "One" }, { value: "y".repeat(101), label: "too long to send" }, ...many];
    });
    const asked = here.person.typing("imagine", "model", "o", { prompt: "a fox" });
    const answer = await asked.answered;
    if (answer.type !== 8) throw new Error(`answered with ${answer.type}`);
    expect(answer.data.choices).toHaveLength(25);
    expect(answer.data.choices[0]).toEqual({ name: "One", value: "one" });
  });
});

describe("what is registered", () => {
  it("matches the declarations, in both languages, in servers and direct messages only", () => {
    const commands = here.server.commands();
    expect(commands.map(({ name }) => name)).toEqual([
      "imagine",
      "easel",
      "Edit image",
      "Animate image",
      "Show recipe",
    ]);
    for (const command of commands) {
      expect(command).toMatchObject({ contexts: [0, 1], integration_types: [0] });
    }
    expect(commands[0]).toMatchObject({
      description: "Make pictures from a prompt",
      description_localizations: { "zh-CN": expect.stringMatching(/\p{sc=Han}/u) },
      options: [
        { name: "prompt", type: 3, required: true },
        { name: "model", type: 3, autocomplete: true },
        { name: "count", type: 4, min_value: 1, max_value: 10 },
        { name: "image1", type: 11, file_types: ["image"] },
        { name: "image2" },
        { name: "image3" },
        { name: "image4" },
        { name: "mask", type: 11 },
      ],
    });
    expect(commands[2]).toMatchObject({ type: 3, name_localizations: { "zh-CN": "修改图片" } });
  });

  it("is registered once, however often Easel starts", async () => {
    const other = await here.another();
    await here.platform.stop();
    await other.discord.platform.start(here.handlers);
    expect(here.server.registrations()).toBe(1);
    expect(postsIn(here.channel).length).toBeGreaterThan(0);
  });
});
