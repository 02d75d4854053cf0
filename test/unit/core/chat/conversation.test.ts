import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeConversation, encodeConversation, PLATFORM_NAMES } from "../../../../src/core/chat/conversation.ts";

describe("a conversation as one line of text", () => {
  it.each([
    [{ platform: "console", workspace: "main", channel: "general" }, "console:main:general"],
    [{ platform: "discord", workspace: "1", channel: "2", thread: "3" }, "discord:1:2:3"],
    [
      { platform: "slack", workspace: "T1", channel: "C1", thread: "1700000000.000100" },
      "slack:T1:C1:1700000000.000100",
    ],
    [{ platform: "console", workspace: "main", channel: "a:b/c d" }, "console:main:a%3Ab%2Fc%20d"],
  ] as const)("%j is %s", (conversation, text) => {
    expect(encodeConversation(conversation)).toBe(text);
    expect(decodeConversation(text)).toEqual(conversation);
  });

  it("decodes to the original, for any ids", () => {
    const id = fc.string({ unit: "grapheme", minLength: 1 });
    const conversation = fc.record(
      { platform: fc.constantFrom(...PLATFORM_NAMES), workspace: id, channel: id, thread: id },
      { requiredKeys: ["platform", "workspace", "channel"] },
    );
    fc.assert(
      fc.property(conversation, (given) => {
        const text = encodeConversation(given);
        expect(text).not.toMatch(/\s/);
        expect(decodeConversation(text)).toEqual(given);
      }),
    );
  });

  it("differs for different conversations, even if ids contain the separator", () => {
    const one = encodeConversation({ platform: "slack", workspace: "a:b", channel: "c" });
    const other = encodeConversation({ platform: "slack", workspace: "a", channel: "b", thread: "c" });
    expect(one).not.toBe(other);
  });

  it.each([
    "",
    "console",
    "console:main",
    "console::general",
    "console:main:",
    "matrix:main:general",
    "__proto__:main:general",
    "console:main:general:thread:more",
    "console:main:%",
    "%E0%A4%A:main:general",
  ])("%j is a RangeError", (text) => {
    expect(() => decodeConversation(text)).toThrow(new RangeError(`not an encoded conversation: ${text}`));
  });
});
