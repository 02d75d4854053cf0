import { describe, expect, it } from "vitest";
import {
  fileFields,
  withAdded,
  withDropped,
  withMoved,
  type FilesFieldView,
} from "../../../src/web/state/draft/form-files.ts";

const field = (name: string, accept: FilesFieldView["accept"], max: number): FilesFieldView => ({
  type: "files",
  name,
  label: name,
  accept,
  max,
});
const PICTURES = field("image", "image", 2);
const FIRST = field("first_frame", "image", 1);
const CLIPS = field("video", "video", 1);
const [one, two, three] = ["1", "2", "3"].map((name) => new File([name], `${name}.png`, { type: "image/png" })) as [
  File,
  File,
  File,
];
const clip = new File(["c"], "c.mp4", { type: "video/mp4" });

describe("the files of a form", () => {
  it("are added one by one, up to the field's limit", () => {
    const first = withAdded({}, PICTURES, [one]);
    expect(first).toEqual({ image: [one] });
    expect(withAdded(first, PICTURES, [two, three])).toEqual({ image: [one, two] });
    expect(withAdded({ first_frame: [one] }, FIRST, [two])).toEqual({ first_frame: [two] });
    expect(withAdded({ first_frame: [one] }, FIRST, [])).toEqual({ first_frame: [one] });
  });

  it("are together no more than one request accepts", () => {
    const many = field("image", "image", 30);
    const sounds = field("audio", "audio", 12);
    const files = Array.from({ length: 30 }, () => one);
    const more = Array.from({ length: 12 }, (_, index) => new File(["a"], `${index}.mp3`, { type: "audio/mpeg" }));
    const full = withAdded(withAdded({}, many, files), sounds, more);
    expect(full).toEqual({ image: files, audio: more.slice(0, 10) });
    expect(withDropped(full, [sounds], more.slice(0, 1)).left).toEqual(more.slice(0, 1));
  });

  it("move to another field, and change places with a file that no longer has room", () => {
    expect(withMoved({ image: [one, two] }, one, PICTURES, FIRST)).toEqual({ image: [two], first_frame: [one] });
    expect(withMoved({ image: [one, two], first_frame: [three] }, two, PICTURES, FIRST)).toEqual({
      image: [one, three],
      first_frame: [two],
    });
    expect(withMoved({ image: [one] }, two, PICTURES, FIRST)).toEqual({ image: [one] });
  });

  it("go to the first field of their kind that has room when they are dropped", () => {
    const fields = fileFields([{ type: "flag", name: "face", label: "Face" }, FIRST, PICTURES, CLIPS]);
    expect(fields).toEqual([FIRST, PICTURES, CLIPS]);
    const notes = new File(["n"], "n.txt", { type: "text/plain" });
    expect(withDropped({ image: [one] }, fields, [clip, two, three, notes])).toEqual({
      files: { video: [clip], first_frame: [two], image: [one, three] },
      left: [notes],
    });
  });
});
