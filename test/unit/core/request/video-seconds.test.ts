import { describe, expect, it } from "vitest";
import { allowsSeconds, defaultSeconds, wholeSeconds } from "../../../../src/core/request/video/seconds.ts";
import type { SecondsRule } from "../../../../src/core/request/video/video-rules.ts";
import { checkVideoRequest } from "../../../../src/core/request/video/video.ts";
import { aClip } from "../../../support/gateway/video-references.ts";

const FROM_4_TO_15: SecondsRule = { kind: "range", min: 4, max: 15 };
const FROM_12_TO_15: SecondsRule = { kind: "range", min: 12, max: 15 };
const TENS: SecondsRule = { kind: "one of", values: [10, 20, 30] };
const SHORT: SecondsRule = { kind: "one of", values: [2, 3] };
const TWELVE: SecondsRule = { kind: "exactly", value: 12 };

describe("a length", () => {
  it.each<[SecondsRule, number, boolean]>([
    [FROM_4_TO_15, 3, false],
    [FROM_4_TO_15, 4, true],
    [FROM_4_TO_15, 4.5, false],
    [FROM_4_TO_15, 15, true],
    [FROM_4_TO_15, 16, false],
    [FROM_4_TO_15, Number.NaN, false],
    [TENS, 20, true],
    [TENS, 25, false],
    [TWELVE, 12, true],
    [TWELVE, 11, false],
  ])("by %j: %d s is allowed: %s", (rule, seconds, isAllowed) => {
    expect(allowsSeconds(rule, seconds)).toBe(isAllowed);
  });

  it.each([
    [5, 5],
    ["5", 5],
    ["0", 0],
    [1_000_000, 1_000_000],
    [1e21, undefined],
    [5.5, undefined],
    ["05", undefined],
    ["1000000", undefined],
    ["5 ", undefined],
  ])("given as %j is %j whole seconds", (given, whole) => {
    expect(wholeSeconds(given)).toBe(whole);
  });
});

describe("the default length", () => {
  it.each<[string, SecondsRule, number, number]>([
    ["is five seconds", FROM_4_TO_15, Number.POSITIVE_INFINITY, 5],
    ["is the shortest above five seconds", FROM_12_TO_15, Number.POSITIVE_INFINITY, 12],
    ["is the shortest of those listed above five seconds", TENS, Number.POSITIVE_INFINITY, 10],
    ["is the longest if all are shorter", SHORT, Number.POSITIVE_INFINITY, 3],
    ["is five seconds for nothing at all", { kind: "one of", values: [] }, 9, 5],
    ["may be the most that may be billed", FROM_4_TO_15, 5, 5],
    ["is the longest that may be billed", FROM_4_TO_15, 4, 4],
    ["is the longest of those listed that may be billed", SHORT, 2, 2],
    ["stays if no length may be billed", FROM_12_TO_15, 11, 12],
    ["stays if nothing may be billed", FROM_4_TO_15, -3, 5],
    ["is the only one, whatever may be billed", TWELVE, 5, 12],
  ])("%s", (_which, rule, most, seconds) => {
    expect(defaultSeconds(rule, most)).toBe(seconds);
  });

  it.each([
    [undefined, [], 5],
    [4, [], 4],
    [8, [aClip(4)], 4],
    [9, [aClip(4)], 5],
    [7, [aClip(4)], 5],
    [undefined, [aClip(4)], 5],
  ])("of a request with %j s to bill at most leaves room for its clips", (maxBilled, references, seconds) => {
    const options = { prompt: "a fox", model: "alpha-h3(933/4-15秒/768p)" };
    const checked = checkVideoRequest(options, references, undefined, { maxBilled });
    expect(checked).toMatchObject({ ok: true, value: { seconds } });
  });
});
