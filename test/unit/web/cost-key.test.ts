import { describe, expect, it } from "vitest";
import { costKey } from "../../../src/web/state/draft/cost-key.ts";

const line = (text: string): unknown => costKey({ kind: "line", line: text });
const form = (prompt: string, seconds = "4"): unknown =>
  costKey({ kind: "form", form: "command:video", values: { prompt, seconds } });

describe("what a cost depends on", () => {
  it("excludes the words of the prompt", () => {
    expect(line("/video waves")).toEqual(line("/video waves at night"));
    expect(line("/video waves --seconds 4")).toEqual(line("/video waves at night --seconds 4"));
    expect(form("waves")).toEqual(form("waves at night"));
  });

  it.each([
    ["the command", "/video waves", "/imagine waves"],
    ["the command after a space", " /video waves", " /imagine waves"],
    ["an option", "/video waves", "/video waves --seconds 4"],
    ["a value", "/video waves --seconds 4", "/video waves --seconds 8"],
    ["a value of several words", '/video --preset "night short"', '/video --preset "night long"'],
    ["a value in other quotation marks", "/video --preset “night short”", "/video --preset “night long”"],
    ["a dash that a phone writes", "/imagine a fox —count 4", "/imagine a fox —count 2"],
    ["a minus sign", "/imagine a fox −count 4", "/imagine a fox −count 2"],
    ["an option right after a word", "/imagine a fox--count 4", "/imagine a fox--count 2"],
    ["an option on another line", "/imagine a fox --count 4\n--size 1K", "/imagine a fox --count 4\n--size 2K"],
  ])("includes %s", (_what, one, other) => {
    expect(line(one)).not.toEqual(line(other));
  });

  it("includes the other fields of a form, and the options in its prompt", () => {
    expect(form("waves", "4")).not.toEqual(form("waves", "8"));
    expect(form('waves --preset "night short"')).not.toEqual(form('waves --preset "night long"'));
    expect(form("waves —seconds 4")).not.toEqual(form("waves —seconds 8"));
  });
});
