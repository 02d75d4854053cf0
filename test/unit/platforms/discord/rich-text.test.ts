import { expect, it } from "vitest";
import { escapeText } from "../../../../src/core/chat/message.ts";
import { toDiscord } from "../../../../src/platforms/discord/post/rich-text.ts";

it.each([
  ["discord.gg/abc", String.raw`discord\.gg/abc`],
  ["join Discord.GG/abc!", String.raw`join Discord\.GG/abc!`],
  ["x.discordapp.com/invite/a_b", String.raw`x.discordapp\.com/invite/a\_b`],
  ["discord.gift/abc discord.new/abc", String.raw`discord\.gift/abc discord\.new/abc`],
])("an invitation without a scheme is not a link: %s", (written, sent) => {
  expect(toDiscord(escapeText(written))).toBe(sent);
});

it.each([
  ["-# small", String.raw`\-# small`],
  ["# large", String.raw`\# large`],
  ["- listed", String.raw`\- listed`],
  ["> quoted", String.raw`\> quoted`],
])("what people write at the start of a line is not markup: %s", (written, sent) => {
  expect(toDiscord(escapeText(written))).toBe(sent);
});

it.each(["discord.js 14.2", "see https://discord.com/developers/docs", "https://discord.gg/abc"])(
  "other text stays as it is: %s",
  (written) => {
    expect(toDiscord(written)).toBe(written);
  },
);
