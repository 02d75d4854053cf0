import { describe, expect, it } from "vitest";
import { blockedIn } from "../../../../../src/core/account/policy/blocked-words.ts";

describe("blocked words", () => {
  it.each([
    ["a red FOX in the snow", "fox"],
    ["fox", "Fox"],
    ["“fox”, and more", "fox"],
    ["a fox's den", "fox's"],
    ["a fox-hunt", "fox"],
    ["a red  fox", "red fox"],
    ["a_fox_", "fox"],
    ["ein fuß", "FUSS"],
    ["ΟΔΟΣ", "οδος"],
    ["красная лиса", "ЛИСА"],
    ["a ｆｏｘ", "fox"],
    ["a f\u200box", "fox"],
    ["cafe\u0301", "café"],
    ["一只红狐狸在雪地里", "狐狸"],
    ["雪の中の狐", "狐"],
    ["🦊 fox", "🦊"],
  ])("%j contains %j", (text, word) => {
    expect(blockedIn(text, ["nothing", word])).toEqual([word]);
  });

  it.each([
    ["a foxglove", "fox"],
    ["an outfox", "fox"],
    ["the red, fox", "red fox"],
    ["лисапед", "лиса"],
    ["anything", ""],
    ["", "fox"],
  ])("%j does not contain %j", (text, word) => {
    expect(blockedIn(text, [word])).toEqual([]);
  });

  it("are all reported", () => {
    expect(blockedIn("foxes and a fox and a cat", ["cat", "fox", "dog"])).toEqual(["cat", "fox"]);
  });
});
