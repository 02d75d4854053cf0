import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import type { LocalFile } from "../../support/console/console-client.ts";
import { startDiscordEasel } from "../../support/discord/discord-easel.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { filesTellingPlace, sentWith } from "../../support/media/kept-bytes.ts";
import { portOf } from "../../support/process/port.ts";
import * as told from "../../support/media/private-files.ts";
import { startSlackEasel } from "../../support/slack/slack-easel.ts";

/** Expects this many pictures, and that none reveals where it was taken. */
async function expectClean(pictures: readonly Buffer[], count: number): Promise<void> {
  expect(pictures).toHaveLength(count);
  for (const picture of pictures) {
    expect(picture.includes(told.PLACE)).toBe(false);
    const { exif, xmp, width } = await sharp(picture).metadata();
    expect({ exif, xmp, width }).toEqual({ width: 96 });
  }
}

describe("a member's files at the Console", () => {
  let easel: TestEasel;
  let dataDir: string;
  let server: Server;

  beforeAll(async () => {
    const photo = await told.privateJpeg();
    server = createServer((_request, response) => response.end(photo)).listen(0, "127.0.0.1");
    await once(server, "listening");
    dataDir = await mkdtemp(join(tmpdir(), "easel-private-"));
    easel = await startTestEasel(
      { DATA_DIR: dataDir },
      { clock: hurriedClock, linkOrigin: `http://127.0.0.1:${portOf(server)}` },
    );
  });

  afterAll(async () => {
    await easel.stop();
    server.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  const photo = async (): Promise<LocalFile> => local("photo.jpg", "image/jpeg", await told.privateJpeg());
  const local = (name: string, mimeType: string, bytes: Buffer): LocalFile => ({
    name,
    mimeType,
    bytes: new Uint8Array(bytes),
  });
  const resultOf = (prompt: string): Promise<MessageView> =>
    easel.console.see(`the result for ${prompt}`, (messages) =>
      messages.find((one) => one.author.isEasel && one.files.some((file) => file.description === prompt)),
    );
  const said = (text: string): Promise<MessageView> =>
    easel.console.see(text, (messages) => messages.find((one) => !one.author.isEasel && one.text.includes(text)));
  const served = async (url: string): Promise<Buffer> =>
    Buffer.from(await (await fetch(new URL(url, easel.url))).arrayBuffer());

  it("are served and sent to the gateway without the place", async () => {
    await easel.console.say("/edit add a hat", { files: [await photo()] });
    await resultOf("add a hat");
    const [file] = (await said("add a hat")).files;
    await expectClean([await served(file?.url ?? "")], 1);
    await expectClean(await sentWith(easel.sandboxUrl, "add a hat"), 1);
  });

  it("include photos replied to, links and masks", async () => {
    await easel.console.say("look at this photo", { files: [await photo()] });
    await easel.console.say("add a scarf @easel", { replyTo: await said("look at this photo") });
    await resultOf("add a scarf");
    await expectClean(await sentWith(easel.sandboxUrl, "add a scarf"), 1);

    await easel.console.say(`/edit add a boat --image http://127.0.0.1:${portOf(server)}/photo.jpg`);
    await resultOf("add a boat");
    await expectClean(await sentWith(easel.sandboxUrl, "add a boat"), 1);

    const hole = await sharp(await told.privatePng())
      .ensureAlpha(0.5)
      .keepExif()
      .keepXmp()
      .png()
      .toBuffer();
    expect(hole.includes(told.PLACE)).toBe(true);
    const files = [await photo(), local("hole.png", "image/png", hole)];
    await easel.console.say("/edit add a tree --mask hole.png", { files });
    await resultOf("add a tree");
    await expectClean(await sentWith(easel.sandboxUrl, "add a tree"), 2);
  });

  it("include clips and sounds that the gateway loads, and nothing stored reveals the place", async () => {
    const files = [
      await photo(),
      local("walk.mp4", "video/mp4", await told.privateMp4()),
      local("song.mp3", "audio/mpeg", told.privateMp3()),
    ];
    await easel.console.say("/video a walk in the park", { files });
    await resultOf("a walk in the park");
    await easel.console.say("only to show: a GIF and an AVIF", {
      files: [
        local("a.gif", "image/gif", await told.privateGif()),
        local("a.avif", "image/avif", await told.privateAvif()),
      ],
    });
    await said("only to show");
    const { telling, files: all } = await filesTellingPlace(dataDir);
    expect(telling).toEqual([]);
    expect(all).toBeGreaterThan(8);
  });
});

it("files attached or posted on Discord are sent without the place", async () => {
  const here = await startDiscordEasel();
  const file = { name: "photo.jpg", contentType: "image/jpeg", content: await told.privateJpeg() };
  here.person.command("edit", { prompt: "add a hat", image1: file });
  await here.result("add a hat");
  await expectClean(await sentWith(here.easel.sandboxUrl, "add a hat"), 1);
  const shown = here.discord.as(here.ada, here.channel).write("my garden", { files: [file] });
  const picked = here.person.messageCommand("Edit image", shown);
  await picked.answered;
  await here.person.submit(picked, { prompt: "add a bench" }).answered;
  await here.result("add a bench");
  await expectClean(await sentWith(here.easel.sandboxUrl, "add a bench"), 1);
  await here.stop();
});

it("files from Slack messages and forms are sent without the place", async () => {
  const world = await startSlackEasel("http", {}, { clock: hurriedClock });
  const { ada, max, channel } = world;
  const file = { name: "photo.jpg", mimeType: "image/jpeg", content: await told.privateJpeg() };
  await max.mention(channel.id, "add a hat", { files: [file] }).outcome;
  await world.result("add a hat");
  await expectClean(await sentWith(world.easel.sandboxUrl, "add a hat"), 1);
  const shown = ada.say(channel.id, "my garden", { files: [file] });
  await shown.outcome;
  await max.shortcut(shown.message, "edit").outcome;
  await world.see("a form", () => max.view());
  await max.submit({ prompt: "add a bench" }).outcome;
  await world.result("add a bench");
  await expectClean(await sentWith(world.easel.sandboxUrl, "add a bench"), 1);
  await world.stop();
});
