import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/sandbox/render/scenery/random.ts";
import { signWords } from "../../../src/sandbox/render/scenery/sign.ts";
import { themeOf } from "../../../src/sandbox/render/scenery/scene-theme.ts";

const thingIn = (prompt: string): string | undefined => themeOf(prompt, createRandom(1)).thing;

describe("an everyday thing in a prompt", () => {
  it.each([
    ["cat", "a cat on a windowsill", "窗台上的猫"],
    ["coffee", "a cup of coffee on a table", "桌上的一杯咖啡"],
    ["food", "a plate of pasta", "一碗拉面"],
    ["product", "product photo of a bottle", "香水产品图"],
    ["portrait", "portrait of a young woman", "女孩的肖像"],
    ["sign", 'a sign that says "OPEN"', "写着“营业中”的招牌"],
  ])("is drawn: %s", (thing, english, chinese) => {
    expect([thingIn(english), thingIn(chinese)]).toEqual([thing, thing]);
  });

  it("is not seen in other words, and gives way to what landscapes have", () => {
    for (const prompt of [
      "a catalogue of waves",
      "海面上的日落",
      "a manual",
      "a lighthouse with a sign",
      "a fox and a cat",
    ]) {
      expect(thingIn(prompt)).toBeUndefined();
    }
  });

  it("stands on land, unless the prompt names the sea", () => {
    for (let seed = 0; seed < 20; seed += 1) expect(themeOf("a cat", createRandom(seed)).sea).toBe(false);
    expect(themeOf("a cat on a boat", createRandom(1)).sea).toBe(true);
  });
});

describe("a sign", () => {
  it.each([
    ['a sign that reads "Fresh bread" in red', "Fresh bread"],
    ["a sign “Welcome”", "Welcome"],
    ["a sign saying hello world, wooden", "hello world"],
    ["写着“今日特价”的招牌", "今日特价"],
    ["招牌上写着欢迎光临，木制", "欢迎光临"],
    ["a wooden sign", "OPEN"],
  ])("says what its prompt says: %s", (prompt, words) => {
    expect(signWords(prompt)).toBe(words);
  });

  it("has room for a few words only", () => {
    const words = signWords(`a sign that says "${"long ".repeat(10)}"`);
    expect(words).toHaveLength(24);
    expect(words.endsWith("…")).toBe(true);
  });
});
