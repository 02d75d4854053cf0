import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startDiscordEasel, type DiscordEasel } from "../../support/discord/discord-easel.ts";
import type { LocalFile } from "../../support/fake-discord/person.ts";
import { jpeg, mp3, mp4, png } from "../../support/media/media-files.ts";
import { createsAt, videoCreatesAt } from "../../support/gateway/sandbox-calls.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

const PICTURES = "PNG, JPEG, WebP, GIF, AVIF";
const CLIPS = "MP4, MOV, WebM";
const SOUNDS = "MP3, WAV";

const file = async (name: string, content: Promise<Buffer> | Buffer): Promise<LocalFile> => ({
  name,
  // A client derives the type from the name.
  contentType: "application/octet-stream",
  content: await content,
});

describe("a file of the wrong kind in an option, on Discord", () => {
  let here: DiscordEasel;
  beforeAll(async () => {
    here = await startDiscordEasel();
  });
  afterAll(() => here.stop());

  it.each([
    ["video", "video1", "a.png", png, "PNG", CLIPS],
    ["video", "video3", "a.mp3", mp3, "MP3", CLIPS],
    ["video", "audio1", "a.png", png, "PNG", SOUNDS],
    ["video", "image2", "a.mp4", mp4, "MP4", PICTURES],
    ["video", "first_frame", "a.mp4", mp4, "MP4", PICTURES],
    ["imagine", "image1", "a.mp4", mp4, "MP4", PICTURES],
    ["edit", "mask", "a.mp3", mp3, "MP3", PICTURES],
  ] as const)(
    "/%s %s: %s is refused before anything is spent",
    async (command, option, name, content, type, allowed) => {
      const prompt = `${command} with a wrong ${option}`;
      const more = command === "edit" ? { image1: await file("b.jpg", jpeg()) } : {};
      const asked = here.person.command(command, { prompt, ...more, [option]: await file(name, content()) });
      const said = await here.discord.until("the answer", () =>
        [asked.interaction.original, ...asked.interaction.followUps].find(
          (message) => message?.visibleTo === here.max.id && message.content !== "",
        ),
      );
      expect(said.content).toContain(`\`${option}\`: “${name}” is of type ${type}. Allowed: ${allowed}.`);
      expect(said.content).toContain("Nothing was sent or spent");
      expect(await videoCreatesAt(here.easel.sandboxUrl, prompt)).toEqual([]);
      expect(await createsAt(here.easel.sandboxUrl)).toEqual([]);
    },
  );
});

describe("a file of the wrong kind in a form's field, in Slack", () => {
  let world: SlackEasel;
  beforeAll(async () => {
    world = await startSlackEasel("socket");
  });
  afterAll(() => world.stop());

  it("is refused at that field", async () => {
    const { max, channel, easel } = world;
    const prompt = "a form with a wrong file";
    await max.slash(channel.id, "/video").outcome;
    const form = await world.see("a form", () => max.view());
    const sound = { name: "a.mp3", mimeType: "audio/mpeg", content: mp3() };
    await max.submit({ prompt }, { image: [sound] }).outcome;
    const said = await world.see("what is wrong", () => Object.entries(form.errors)[0]);
    expect(said[0]).toMatch(/^image/);
    expect(said[1]).toContain(`“a.mp3” is of type MP3. Allowed: ${PICTURES}.`);
    expect(await videoCreatesAt(easel.sandboxUrl, prompt)).toEqual([]);
  });
});

describe("a file of the wrong kind in a form's field, in the Console", () => {
  let here: DiscordEasel;
  beforeAll(async () => {
    here = await startDiscordEasel();
  });
  afterAll(() => here.stop());

  it("is refused at that field", async () => {
    const { console, sandboxUrl } = here.easel;
    const prompt = "a Console's form with a wrong file";
    const { form } = await console.bare("/video");
    const files = [{ name: "a.mp3", mimeType: "audio/mpeg", bytes: Uint8Array.from(mp3()), field: "first_frame" }];
    const values = { prompt, model: "gamma3.0-video-480p", seconds: "2" };
    const { problems } = await console.fillIn(form, { values, files });
    expect(problems).toMatchObject([{ field: "first_frame" }]);
    expect(problems?.[0]?.text).toContain(`“a.mp3” is of type MP3. Allowed: ${PICTURES}.`);
    expect(await videoCreatesAt(sandboxUrl, prompt)).toEqual([]);
  });
});
