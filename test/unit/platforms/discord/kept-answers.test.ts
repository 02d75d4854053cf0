import { Readable } from "node:stream";
import { expect, it } from "vitest";
import type { Message } from "../../../../src/core/chat/message.ts";
import { DISCORD_WITHHELD, DISCORD_WITHHELD_BYTES } from "../../../../src/platforms/discord/limits.ts";
import { createKeptAnswers } from "../../../../src/platforms/discord/receive/kept-answers.ts";

function table(bytes: number): Message {
  const file = { name: "audit.csv", mimeType: "text/csv", bytes, description: "", open: async () => Readable.from([]) };
  return { text: "the audit", files: [file] };
}

it("a kept answer can be read only by its person", () => {
  const kept = createKeptAnswers();
  kept.keep("1", "max", { text: "secret" });
  expect(kept.of("1", "ada")).toBeUndefined();
  expect(kept.of("1", "max")).toEqual({ text: "secret" });
});

it("the oldest answers are dropped when there are too many", () => {
  const kept = createKeptAnswers();
  for (let n = 0; n <= DISCORD_WITHHELD; n++) kept.keep(String(n), "max", { text: String(n) });
  expect(kept.of("0", "max")).toBeUndefined();
  expect(kept.of("1", "max")).toEqual({ text: "1" });
});

it("answers with large files are limited to a few in memory", () => {
  const kept = createKeptAnswers();
  const half = DISCORD_WITHHELD_BYTES / 2;
  for (const id of ["1", "2", "2", "3"]) kept.keep(id, "max", table(half));
  expect(kept.of("1", "max")).toBeUndefined();
  for (const id of ["2", "3"]) expect(kept.of(id, "max")).toBeDefined();
});
