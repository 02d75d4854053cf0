import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OutgoingFile } from "../../../src/core/chat/message.ts";
import {
  DISCORD_ANSWER_FILES,
  DISCORD_ANSWER_UPLOADS,
  DISCORD_ANSWERS_WAITING,
} from "../../../src/platforms/discord/post/answer-uploads.ts";
import { openDiscordWorld, type DiscordWorld } from "../../support/discord/discord-world.ts";

let here: DiscordWorld;

beforeAll(async () => {
  here = await openDiscordWorld();
});
afterAll(() => here.close());

it("a few answers are uploaded at a time, some wait, and the others say that their picture is missing", async () => {
  const { server, guild, channel, platform, person } = here;
  const others = ["Ada", "Zoe"].map((name) => {
    const user = server.world.addUser(name);
    server.world.addMember(guild, user);
    return server.as(user, channel);
  });
  let opened = 0;
  const content = Buffer.from("the first picture");
  const file: OutgoingFile = {
    name: "1.png",
    mimeType: "image/png",
    bytes: content.length,
    description: "",
    open: async () => {
      opened += 1;
      return Readable.from([content]);
    },
  };
  here.handleWith((_event, responder) => responder.answer({ text: "Only the first.", files: [file] }));
  const button = { id: "picture:1", label: "Picture 1", style: "secondary" } as const;
  const conversation = { platform: "discord", workspace: guild.id, channel: channel.id } as const;
  const ref = await platform.post(conversation, { text: "two pictures", buttons: [button] }, "result");
  const result = channel.messages.get(ref.id);
  if (!result) throw new Error("the result was not posted");

  const upload = Promise.withResolvers<void>();
  server.interrupt({ method: "POST", route: "/webhooks/:id/:token", times: 100, hold: upload.promise });
  const presses = [person, ...others].flatMap((one, index) =>
    Array.from({ length: DISCORD_ANSWER_FILES.member + (index === 0 ? 10 : 0) }, () => one.press(result, button.label)),
  );
  // Each press is acknowledged immediately, whatever else is waiting.
  for (const { answered } of presses) expect(await answered).toEqual({ type: 6 });
  const withPicture = DISCORD_ANSWER_UPLOADS + DISCORD_ANSWERS_WAITING;
  const underWay = (): readonly number[] => {
    const calls = server.ledger.filter(({ route }) => route === "/webhooks/:id/:token");
    const uploads = calls.filter(({ files }) => files.length > 0);
    return [uploads.length, calls.length - uploads.length];
  };
  await expect.poll(underWay).toEqual([DISCORD_ANSWER_UPLOADS, presses.length - withPicture]);
  expect(opened).toBe(DISCORD_ANSWER_UPLOADS);

  upload.resolve();
  const shown = await Promise.all(
    presses.map(({ interaction }) => server.until("the answer", () => interaction.followUps[0])),
  );
  const complete = shown.filter(({ attachments }) => attachments[0]?.content.equals(content));
  expect(complete).toHaveLength(withPicture);
  expect(opened).toBe(withPicture);
  for (const { content: text, attachments } of shown) {
    const refused = attachments.length === 0 ? [expect.stringContaining("The file is not attached")] : [];
    expect(text.split("\n")).toEqual(["Only the first.", ...refused]);
  }
});
