import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import { postsIn } from "../../support/fake-discord/fake-discord.ts";
import { isLoading } from "../../support/fake-discord/render.ts";
import { modalOf } from "../../support/fake-discord/interactions.ts";
import { buttonsOf, type LocalFile, type Person } from "../../support/fake-discord/person.ts";
import type { FakeMessage, FakeUser } from "../../support/fake-discord/world.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";

/** The buttons of one picture, except of an edit that can be undone. */
const USUAL = ["Again", "Change prompt, model, size…", "Edit", "Animate", "Star", "Recipe", "Delete"];

let here: DiscordEasel;

beforeAll(async () => {
  here = await startDiscordEasel();
});
afterAll(() => here.stop());

async function picture(name: string): Promise<LocalFile> {
  const content = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#335577" } })
    .png()
    .toBuffer();
  return { name, contentType: "image/png", content };
}

function newMember(name: string): FakeUser {
  const user = here.discord.world.addUser(name);
  here.discord.world.addMember(here.guild, user);
  return user;
}

function labelsOf(message: FakeMessage): string[] {
  return buttonsOf(message).map(({ label }) => label);
}

async function choicesOf(acted: ReturnType<DiscordEasel["person"]["typing"]>): Promise<unknown[]> {
  const answer = await acted.answered;
  if (answer.type !== 8) throw new Error(`answered with ${answer.type}`);
  return answer.data.choices.map(({ value }) => value);
}

describe("work continues from a result", () => {
  it("by a reply to the result", async () => {
    here.person.command("imagine", { prompt: "a grey cat" });
    const result = await here.result("a grey cat");
    // People reply to results that they see. Easel has stored the result's message once its notice is gone.
    await here.settled();
    const said = here.person.write("make it blue", { replyTo: result });
    const edited = await here.result("make it blue");
    expect(edited.replyTo).toBe(said.id);
    expect(edited.pings).toEqual([here.max.id]);
  });

  it("by the result's Edit button and its form", async () => {
    here.person.command("imagine", { prompt: "a grey dog" });
    const result = await here.result("a grey dog");
    const pressed = here.person.press(result, "Edit");
    expect(await pressed.answered).toMatchObject({ type: 9 });
    expect(modalOf(pressed.interaction).components.length).toBeLessThanOrEqual(5);
    const sent = here.person.submit(pressed, { prompt: "make it red" });
    expect(await sent.answered).toEqual({ type: 6 });
    const edited = await here.result("make it red");
    expect(edited.pings).toEqual([here.max.id]);
  });

  it("from another member's picture, by its message's menu", async () => {
    const other = here.discord.as(here.ada, here.channel).write("my cat", { files: [await picture("cat.png")] });
    const picked = here.person.messageCommand("Edit image", other);
    expect(await picked.answered).toMatchObject({ type: 9 });
    const sent = here.person.submit(picked, { prompt: "give it a hat" });
    // The acknowledgement is private: the notice is a reply to the picture, so a public one would appear only to vanish.
    expect(await sent.answered).toEqual({ type: 5, data: { flags: 64 } });
    const edited = await here.result("give it a hat");
    expect(edited.attachments).toHaveLength(1);
    await here.settled();
    await here.discord.until("nobody thinking", () => (here.person.sees().some(isLoading) ? undefined : true));
  });

  it("from the replied-to message alone, if its files are hidden", async () => {
    const other = here.discord.as(here.ada, here.channel).write("my dog", { files: [await picture("dog.png")] });
    const picked = here.person.messageCommand("Edit image", other);
    await picked.answered;
    here.person.submit(picked, { prompt: "give it a collar" });
    await here.result("give it a collar");
    await here.settled();
    const dm = here.discord.world.dmWith(here.max);
    const me = `<@${here.discord.world.bot.id}>`;
    for (const words of ["make it green", "/edit make it green", "/video it runs away"]) {
      dm.messages.clear();
      here.person.write(`${me} ${words}`, { replyTo: other });
      const told = await here.discord.until(`the answer to ${words}`, () => postsIn(dm)[0]);
      expect(told.content).toContain("Easel can't see the files of that message");
      expect(told.content).toContain("**Edit image**");
    }
    expect((await createsAt(here.easel.sandboxUrl)).some(({ body }) => body.includes("make it green"))).toBe(false);
    expect(await videoCreatesAt(here.easel.sandboxUrl, "it runs away")).toEqual([]);

    const asked = here.person.messageCommand("Show recipe", other);
    await asked.answered;
    expect(asked.interaction.original?.content).toContain("Easel did not make that picture");
  });

  it("and can be undone by the person who asked for the edit, and by admins", async () => {
    here.person.command("imagine", { prompt: "a grey hen" });
    const first = await here.result("a grey hen");
    await here.settled();
    here.person.write("make it white", { replyTo: first });
    const edited = await here.result("make it white");
    await here.settled();
    const eve = newMember("Eve");
    const refused = here.discord.as(eve, here.channel).press(edited, "Undo");
    await refused.answered;
    const told = await here.discord.until("the refusal", () =>
      [refused.interaction.original, ...refused.interaction.followUps].find((one) => one?.visibleTo === eve.id),
    );
    expect(told.content).toContain("Only the person who asked for this edit, or an admin");
    expect(postsIn(here.channel).some(({ replyTo }) => replyTo === edited.id)).toBe(false);
    here.discord.as(here.ada, here.channel).press(edited, "Undo");
    await here.discord.until("what it was", () => postsIn(here.channel).find(({ replyTo }) => replyTo === edited.id));
  });

  it("but never posts a file that only another member has shown to Easel", async () => {
    const prompt = "add a moon";
    const original = await picture("mine.png");
    here.person.command("edit", { prompt, image1: original });
    const edited = await here.result(prompt);
    const eve = here.discord.as(newMember("Eve"), here.channel);
    const shown = new Set([edited.id]);
    const again = async (person: Person, result: FakeMessage): Promise<FakeMessage> => {
      await here.settled();
      await person.press(result, "Again").answered;
      const next = await here.discord.until("another result", () =>
        postsIn(here.channel).find(
          ({ id, attachments }) => !shown.has(id) && attachments.some(({ description }) => description === prompt),
        ),
      );
      shown.add(next.id);
      return next;
    };
    const eves = await again(eve, edited);
    const herSecond = await again(eve, eves);
    const maxAgain = await again(here.person, eves);
    const adasAgain = await again(here.discord.as(here.ada, here.channel), edited);
    for (const result of [eves, herSecond, maxAgain, adasAgain]) {
      expect(labelsOf(result)).toEqual(USUAL);
    }
    expect(labelsOf(edited)).toContain("Undo");
    expect(labelsOf(await again(here.person, edited))).toContain("Undo");
    const originals = () =>
      postsIn(here.channel).flatMap(({ attachments }) =>
        attachments.filter(({ content }) => content.equals(original.content)),
      );
    expect(originals()).toEqual([]);
    // Only its owner can show it to the others.
    here.person.press(edited, "Undo");
    await here.discord.until("the original", () => originals()[0]);
  });

  it("or is refused with what is wrong, and nothing is made", async () => {
    here.person.command("imagine", { prompt: "a grey bird" });
    const result = await here.result("a grey bird");
    const pressed = here.person.press(result, "Edit");
    await pressed.answered;
    const text = { name: "note.png", contentType: "image/png", content: Buffer.from("not a picture") };
    const files = modalOf(pressed.interaction).components.find(({ component }) => component.type === 19);
    const field = files?.component.custom_id ?? "";
    expect(field).not.toBe("");
    const sent = here.person.submit(pressed, { prompt: "refused in a form", [field]: [text] });
    const answer = await here.discord.until("the answer", () =>
      [sent.interaction.original, ...sent.interaction.followUps].find(
        (message) => message?.visibleTo === here.max.id && message.content !== "",
      ),
    );
    expect(answer.content).toContain("note.png");
  });
});

describe("suggestions follow what has been typed so far", () => {
  it.each([
    ["the model that makes it", "video", "model", "gamma3", {}, "gamma3.0-video-480p"],
    ["the sizes", "imagine", "size", "2", {}, "2K"],
    ["the seconds of that model", "video", "seconds", "", { model: "gamma3.0-video-480p" }, 5],
  ])("%s", async (_name, command, option, typed, values, expected) => {
    expect(await choicesOf(here.person.typing(command, option, typed, values))).toContain(expected);
  });
});
