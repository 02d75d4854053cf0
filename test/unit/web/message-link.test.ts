import { describe, expect, it } from "vitest";
import { pathOf, placeInPath } from "../../../src/platforms/console/api/message-link.ts";

describe("the Console's addresses", () => {
  it.each([
    ["general", undefined],
    ["general", "0d5c-1"],
    ["工作室", "a/b?c#d%"],
  ])("say which channel, and which message: %s %s", (channel, id) => {
    const path = pathOf(channel, id);
    expect(new URL(path, "http://here").pathname).toBe(path);
    expect(placeInPath(path)).toEqual(id === undefined ? { channel } : { channel, id });
  });

  it.each(["", "/", "/c/", "/c", "/c/general/", "/c/general/1/2", "/api/c/general", "/c/%", "/c/general/%E0%A4%A"])(
    "don't include other paths: %j",
    (path) => {
      expect(placeInPath(path)).toBeUndefined();
    },
  );
});
