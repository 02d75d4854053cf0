import { describe, expect, it } from "vitest";
import { findZone, timeZones } from "../../../../src/command/policy/time-zones.ts";

describe("a time zone", () => {
  it("can be any of the known ones, with UTC first and once", () => {
    const zones = timeZones();
    expect(zones[0]).toBe("UTC");
    expect(zones.filter((zone) => zone === "UTC")).toHaveLength(1);
    expect(zones).toContain("Asia/Shanghai");
  });

  it.each([
    ["Europe/Berlin", "Europe/Berlin"],
    [" europe/BERLIN ", "Europe/Berlin"],
    ["america/new   york", "America/New_York"],
    ["ｕｔｃ", "UTC"],
  ])("is found however it is written: %j", (given, zone) => {
    expect(findZone(given)).toEqual({ zone, near: [] });
  });

  it.each([
    ["berlin", ["Europe/Berlin"]],
    ["new york", ["America/New_York"]],
    ["Europe/Berlni", ["Europe/Berlin"]],
    ["Berlni", ["Europe/Berlin"]],
    ["Germany/Berlni", ["Europe/Berlin"]],
    ["nowhere at all", []],
  ])("that is not one is answered with the most similar: %j", (given, near) => {
    expect(findZone(given)).toEqual({ near });
  });

  it("is answered with at most three of a continent", () => {
    expect(findZone("america").near).toHaveLength(3);
  });
});
