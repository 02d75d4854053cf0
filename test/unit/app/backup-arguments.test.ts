import { describe, expect, it } from "vitest";
import { readArguments } from "../../../src/app/backup/arguments.ts";

describe("the arguments of npm run backup and npm run restore", () => {
  it("name a folder, with flags", () => {
    expect(readArguments(["backup", "/copies/1", "--without-media"])).toMatchObject({
      work: "backup",
      folder: "/copies/1",
      flags: { "without-media": true },
    });
    expect(readArguments(["restore", "/copies/1"])).toMatchObject({
      work: "restore",
      folder: "/copies/1",
      flags: { "stopped-since": false, "keys-changed": false, "new-secret": false },
    });
  });

  it("ask for a check of a copy", () => {
    expect(readArguments(["backup", "--verify", "/copies/1"])).toMatchObject({ work: "verify", folder: "/copies/1" });
  });

  it("combine what is known about the keys with a new secret", () => {
    const { flags } = readArguments(["restore", "/copies/1", "--keys-changed", "--new-secret"]);
    expect(flags).toMatchObject({ "keys-changed": true, "new-secret": true });
  });

  it("accept a time in the past, such as a database shows, with its time zone", () => {
    const at = new Date("2026-01-02T09:04:05Z");
    for (const time of ["2026-01-02T09:04:05Z", "2026-01-02T10:04:05.000+01:00"]) {
      expect(readArguments(["restore", "--settle", time])).toMatchObject({ work: "settle", at });
    }
    for (const time of [
      "2026-01-02T09:04:05",
      "2026-01-02",
      "yesterday",
      "2999-01-01T00:00:00Z",
      "2026-99-99T00:00:00Z",
    ]) {
      expect(() => readArguments(["restore", "--settle", time])).toThrow("name a time in the past");
    }
  });

  it.each([
    [[]],
    [["backup"]],
    [["restore"]],
    [["copy", "/a"]],
    [["backup", "/a", "/b"]],
    [["backup", "/a", "--quick"]],
    [["restore", "/a", "--settle", "2026-01-02T09:04:05Z"]],
    [["backup", "/a", "--new-secret"]],
    [["backup", "/a", "--verify", "--without-media"]],
    [["backup", "--verify"]],
    [["restore", "/a", "--verify"]],
    [["restore", "/a", "--without-media"]],
    [["restore", "/a", "--stopped-since", "--keys-changed"]],
    [["restore", "--settle", "2026-01-02T09:04:05Z", "--stopped-since"]],
  ])("are refused with the usage text: %j", (given) => {
    expect(() => readArguments(given)).toThrow("npm run backup -- <new folder>");
  });
});
