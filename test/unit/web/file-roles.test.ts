import { describe, expect, it } from "vitest";
import type { CommandView } from "../../../src/platforms/console/api/api.ts";
import { rolesOf, usesOf, withFiles, withRole, type FileRole } from "../../../src/web/state/draft/file-roles.ts";

const option = (name: string, repeats = false): CommandView["options"][number] => ({
  name,
  description: "",
  type: "attachment",
  required: false,
  repeats,
  takesText: false,
  values: [],
});
const command = (name: string, options: CommandView["options"]): CommandView => ({
  name,
  isDefault: false,
  description: "",
  options,
});
const COMMANDS = [
  command("imagine", [option("image", true)]),
  command("edit", [option("image", true), option("mask")]),
  command("video", [option("image", true), option("first_frame"), option("last_frame")]),
];
const MASK: readonly FileRole[] = ["mask"];
const FRAMES: readonly FileRole[] = ["first_frame", "last_frame"];

const named = (...names: string[]) => names.map((name, index) => file(String(index), name));
const file = (id: string, name: string, type = typeOf(name)) => ({ id, file: { name, type } });
const typeOf = (name: string): string => {
  if (name.endsWith(".mp4")) return "video/mp4";
  return name.endsWith(".mp3") ? "audio/mpeg" : "image/png";
};

describe("the roles of a message's files", () => {
  it("are those of its command", () => {
    expect(rolesOf("/edit", COMMANDS)).toEqual(MASK);
    expect(rolesOf("/edit a hole", COMMANDS)).toEqual(MASK);
    expect(rolesOf("/video", COMMANDS)).toEqual(FRAMES);
    expect(rolesOf("/imagine a fox", COMMANDS)).toEqual([]);
    expect(rolesOf("make it blue", COMMANDS)).toEqual([]);
  });

  it("are read from the text as the server reads it", () => {
    const files = named("one.png", "my hole.png");
    const roleOf = (text: string) => usesOf({ text, files }, MASK).map(({ role }) => role);
    for (const given of ["2", '"my hole.png"', "“My Hole.png”", "「my hole.png」"]) {
      expect(roleOf(`/edit --mask ${given} a hole`)).toEqual([undefined, "mask"]);
    }
    expect(roleOf("/edit --MASK=one.png")).toEqual(["mask", undefined]);
    expect(roleOf("/edit --mask 3")).toEqual([undefined, undefined]);
    expect(roleOf("/edit x--mask 1")).toEqual([undefined, undefined]);
    expect(usesOf({ text: "/video --first-frame 1", files }, FRAMES)[0]?.role).toBe("first_frame");
  });

  it("keep the numbers that prompts use for the other files", () => {
    const files = named("a.png", "b.png", "c.mp4", "d.mp3", "e.png");
    const numbers = (text: string, roles: readonly FileRole[]) =>
      usesOf({ text, files: [...files, file("9", "notes.txt", "text/plain")] }, roles).map(({ number }) => number);
    // A mask is not counted, and a first frame is.
    expect(numbers("/edit --mask b.png", MASK)).toEqual([1, undefined, 1, 1, 2, undefined]);
    expect(numbers("/video --first_frame b.png", FRAMES)).toEqual([1, 2, 1, 1, 3, undefined]);
  });

  it("are given in the text: by name, and by number if the name could mean another file", () => {
    const files = named("a.png", "my hole.png", "a.png", "2.png");
    const text = "/edit a hole";
    expect(withRole({ text, files }, "1", "mask", MASK)).toBe('/edit a hole --mask "my hole.png"');
    expect(withRole({ text, files }, "2", "mask", MASK)).toBe("/edit a hole --mask 3");
    expect(withRole({ text, files }, "3", "mask", MASK)).toBe("/edit a hole --mask 4");
    expect(withRole({ text: "/edit --mask 3 a hole", files }, "1", "mask", MASK)).toBe(
      '/edit --mask "my hole.png" a hole',
    );
    expect(withRole({ text: "/edit --mask 3 a hole", files }, "2", undefined, MASK)).toBe("/edit a hole");
  });

  it("are exclusive: a file that gets another role loses its old one, and the file that had the new role loses it", () => {
    const files = named("a.png", "b.png");
    const text = "/video a kite --first_frame a.png --last_frame b.png";
    expect(withRole({ text, files }, "0", "last_frame", FRAMES)).toBe("/video a kite --last_frame a.png");
  });

  it("stay with their files when the order changes, and go with a file that is removed", () => {
    const [one, two, three] = [file("1", "a.png"), file("2", "a.png"), file("3", "c.png")] as const;
    const before = { text: "/video --first_frame 2 --last_frame c.png a kite", files: [one, two, three] };
    expect(withFiles(before, [three, two, one], FRAMES).text).toBe(before.text);
    expect(withFiles(before, [two, one, three], FRAMES).text).toBe("/video --first_frame 1 --last_frame c.png a kite");
    expect(withFiles(before, [two, three], FRAMES).text).toBe("/video --first_frame a.png --last_frame c.png a kite");
    expect(withFiles(before, [one, three], FRAMES).text).toBe("/video --last_frame c.png a kite");
    expect(withFiles(before, [one, two], FRAMES).text).toBe("/video --first_frame 2 a kite");
  });
});
