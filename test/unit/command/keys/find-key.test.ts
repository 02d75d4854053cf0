import { describe, expect, it } from "vitest";
import { findKey } from "../../../../src/command/keys/find-key.ts";
import type { Key } from "../../../../src/core/account/keys/key.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aKey } from "../../../support/a-key.ts";

const named = (...names: readonly string[]): Key[] => names.map((name) => aKey({ id: name, name }));
const found = (given: string, keys: readonly Key[]): string => {
  const key = findKey(given, keys, en);
  if (key.ok) return key.key.name;
  return key.reply.kind === "unfit" ? (key.reply.problems[0]?.text ?? "") : key.reply.kind;
};

describe("a key", () => {
  const keys = named("生产(主)", "生产（主）", "Film");

  it("is found by exactly its name, even if another's looks the same", () => {
    expect(found("生产（主）", keys)).toBe("生产（主）");
    expect(found("生产(主)", keys)).toBe("生产(主)");
  });

  it("is found by a name that looks the same, if no other does", () => {
    expect(found("ＦＩＬＭ ", keys)).toBe("Film");
    expect(found("生产(主）", keys)).toBe("Which key? Write its name: 生产(主), 生产（主）.");
  });
});
