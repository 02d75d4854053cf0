import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/sandbox/render/scenery/random.ts";
import { signWords } from "../../../src/sandbox/render/scenery/sign.ts";
import { namesLight } from "../../../src/sandbox/render/scenery/palette.ts";
import { addedIn } from "../../../src/sandbox/render/scenery/thing-words.ts";
import { themeOf } from "../../../src/sandbox/render/scenery/scene-theme.ts";

const thingIn = (prompt: string): string | undefined => themeOf(prompt, createRandom(1)).thing;

describe("an everyday thing in a prompt", () => {
  it.each([
    ["cat", "a cat on a windowsill", "窗台上的猫"],
    ["coffee", "a cup of coffee on a table", "桌上的一杯咖啡"],
    ["dog", "a dog on a sofa", "街上的狗"],
    ["car", "a red car on a road", "一辆跑车"],
    ["ramen", "a bowl of ramen", "一碗拉面"],
    ["cake", "a birthday cake", "生日蛋糕"],
    ["pizza", "a pizza with mushrooms", "披萨"],
    ["fruit", "a bowl of fruit", "一盘水果"],
    ["food", "a plate of pasta", "一盘意面"],
    ["product", "product photo of a bottle", "香水产品图"],
    ["portrait", "portrait of a young woman", "女孩的肖像"],
    ["sign", 'a sign that says "OPEN"', "写着“营业中”的招牌"],
  ])("is drawn: %s", (thing, english, chinese) => {
    expect([thingIn(english), thingIn(chinese)]).toEqual([thing, thing]);
  });

  it("is not recognised within other words, and yields to features of landscapes", () => {
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

describe("a street", () => {
  it.each([
    "a sign that says OPEN in a street",
    "a street market in Tokyo",
    "a car in a street by the sea",
    "街上的狗",
  ])("is drawn in place of a skyline or the sea: %s", (prompt) => {
    for (let seed = 0; seed < 20; seed += 1) {
      expect(themeOf(prompt, createRandom(seed))).toMatchObject({ street: true, city: false, sea: false });
    }
  });

  it("is not drawn for a city from afar", () => {
    expect(themeOf("the skyline of Tokyo", createRandom(1))).toMatchObject({ street: false, city: true });
  });
});

describe("an edit", () => {
  it.each([
    ["with a cat", "cat"],
    ["add a cat", "cat"],
    ["make it night, with a cat", "cat"],
    ["put a red car in front", "car"],
    ["加一只猫", "cat"],
    ["add some snow", undefined],
    ["make the cat blue", undefined],
    ["make it night", undefined],
  ])("adds what it names: %s", (prompt, thing) => {
    expect(addedIn(prompt)?.thing).toBe(thing);
  });

  it.each([
    ["make it night, with a cat", true],
    ["add a cat", false],
    ["加一只猫，变成夜晚", true],
    ["add a dog at night", true],
  ])("changes the light only if it names one: %s", (prompt, changes) => {
    expect(namesLight(addedIn(prompt)?.rest ?? "")).toBe(changes);
  });

  it("to night gets the colours of the night", () => {
    expect(themeOf("make it night, with a cat", createRandom(1)).palette.name).toBe("night");
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
    ["a sign that says OPEN in a street", "OPEN"],
    ["a sign that says “BACK IN 5 MINUTES” above a door", "BACK IN 5 MINUTES"],
    ["a neon sign reading good night on a wall", "good night"],
    ["a sign saying COME IN with flowers", "COME IN"],
    ["a sign that says ON AIR", "ON AIR"],
    ["a dog's sign saying 'be nice' at a door", "be nice"],
    ["街上写着营业中的招牌", "营业中"],
    ["写着我的店的木牌，在路边", "我的店"],
    ["写着“OPEN”的招牌在街上", "OPEN"],
  ])("says what its prompt says: %s", (prompt, words) => {
    expect(signWords(prompt)).toBe(words);
  });

  it("has room for only a few words", () => {
    const words = signWords(`a sign that says "${"long ".repeat(10)}"`);
    expect(words).toHaveLength(24);
    expect(words.endsWith("…")).toBe(true);
  });
});
