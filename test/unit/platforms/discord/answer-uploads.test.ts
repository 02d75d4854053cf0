import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { Message } from "../../../../src/core/chat/message.ts";
import {
  createAnswerUploads,
  DISCORD_ANSWER_FILES,
  DISCORD_ANSWER_UPLOADS,
} from "../../../../src/platforms/discord/post/answer-uploads.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const answer: Message = {
  text: "only the second",
  files: [
    {
      name: "2.png",
      mimeType: "image/png",
      bytes: 5,
      description: "a fox",
      open: async () => Readable.from(["a fox"]),
    },
  ],
};
const max = { workspace: "G1", userId: "max", locale: "en" } as const;

/** Sends an answer, and returns its text and files. */
async function carried(uploads: ReturnType<typeof createAnswerUploads>, message = answer): Promise<unknown> {
  let sent: unknown;
  await uploads.carry(message, max, async ({ text }, files) => {
    sent = [text, ...files.map(({ attachment }) => String(attachment))];
  });
  return sent;
}

it("answers have their files up to a limit per minute, and say so when they lack them", async () => {
  const clock = createManualClock();
  const uploads = createAnswerUploads(clock);
  for (let n = 0; n < DISCORD_ANSWER_FILES.member; n += 1) {
    expect(await carried(uploads)).toEqual(["only the second", "a fox"]);
  }
  const refused =
    "only the second\nThe file is not attached, because too many were requested in a short time. Try again in a minute.";
  expect(await carried(uploads)).toEqual([refused]);
  expect(await carried(uploads, { text: "only words" })).toEqual(["only words"]);
  clock.advance(60_000);
  expect(await carried(uploads)).toEqual(["only the second", "a fox"]);
});

it("an answer that fails leaves its turn to the next", async () => {
  const uploads = createAnswerUploads(createManualClock());
  const failing = Array.from({ length: DISCORD_ANSWER_UPLOADS + 1 }, () =>
    uploads.carry(answer, max, () => Promise.reject(new Error("away"))),
  );
  const outcomes = await Promise.allSettled(failing);
  expect(outcomes.map(({ status }) => status)).toEqual(failing.map(() => "rejected"));
  expect(await carried(uploads)).toEqual(["only the second", "a fox"]);
});
