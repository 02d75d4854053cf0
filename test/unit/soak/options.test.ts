import { describe, expect, it } from "vitest";
import { readOptions } from "../../soak/options.ts";

describe("a soak's command line", () => {
  it("defaults to half an hour and 200 channels", () => {
    expect(readOptions([])).toEqual({ minutes: 30, channels: 200, report: undefined, note: undefined });
  });

  it("can set everything", () => {
    const argv = ["--minutes", "5", "--channels", "12", "--report", "out.md", "--note", "quiet"];
    expect(readOptions(argv)).toEqual({ minutes: 5, channels: 12, report: "out.md", note: "quiet" });
  });

  it.each([
    ["--minutes", "0"],
    ["--minutes", "1.5"],
    ["--minutes", ""],
    ["--channels", "2"],
    ["--channels", "901"],
    ["--channels", "many"],
  ])("refuses %s %s and names the option", (option, value) => {
    expect(() => readOptions([option, value])).toThrow(option);
  });
});
