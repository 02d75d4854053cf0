import { describe, expect, it } from "vitest";
import { video } from "../../../commands/video.ts";
import type { Attachment } from "../../../src/core/chat/event.ts";
import { assignAttachments } from "../../../src/command/files/attachments.ts";
import { parseOptions } from "../../../src/command/parse/parse.ts";

const attached = (name: string): Attachment => ({ source: `id of ${name}`, name, mimeType: "image/png", bytes: 10 });
const FILES = [attached("dawn.png"), attached("Dusk.png")];

/** A line's files: each source with its option and kind. */
function assign(line: string, files: readonly Attachment[] = FILES) {
  const parsed = parseOptions(line, video.spec);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const assigned = assignAttachments(parsed.value, files, video.spec);
  if (!assigned.ok) return assigned.problems;
  expect(Object.keys(assigned.value.options)).toEqual(["prompt"]);
  return assigned.value.attachments.map(({ source, option, kind, link }) => ({ source, option, kind, link }));
}

const plain = (name: string) => ({ source: `id of ${name}`, option: undefined, kind: undefined, link: undefined });

describe("files that a line names", () => {
  it("keep their order if unnamed", () => {
    expect(assign("a boat")).toEqual([plain("dawn.png"), plain("Dusk.png")]);
  });

  it("are found by number or name, and get the option's kind", () => {
    const first = { source: "id of dawn.png", option: "first_frame", kind: "image", link: undefined };
    const last = { source: "id of Dusk.png", option: "last_frame", kind: "image", link: undefined };
    expect(assign("a boat --last_frame dusk.PNG --first_frame 1")).toEqual([first, last]);
  });

  it("may be links, which follow the attachments, grouped by option in the order of first use", () => {
    const line =
      "a boat --video https://a.test/1.mp4 --first_frame http://b.test/2.png --image https://c.test/3 --video <https://d.test/4>";
    expect(assign(line)).toEqual([
      plain("dawn.png"),
      plain("Dusk.png"),
      { source: "https://a.test/1.mp4", option: undefined, kind: "video", link: true },
      { source: "https://d.test/4", option: undefined, kind: "video", link: true },
      { source: "http://b.test/2.png", option: "first_frame", kind: "image", link: true },
      { source: "https://c.test/3", option: undefined, kind: "image", link: true },
    ]);
  });

  it.each([
    ["https://a.test/cats/my%20cat.png?x=1", "my cat.png"],
    ["https://a.test/", "a.test"],
    ["https://a.test/%ff.png", "%ff.png"],
    ["ftp://a.test/b.png", "b.png"],
  ])("are named after the end of their links: %s", (link, name) => {
    const parsed = assignAttachments({ image: [link] }, [], video.spec);
    expect(parsed).toMatchObject({ ok: true, value: { attachments: [{ name, source: link }] } });
  });

  it("are all refused at once if they don't exist", () => {
    expect(assign("a boat --image 2 --image cat.png --last_frame 3 --first_frame night.png")).toEqual([
      { rule: "not_a_link", option: "image", given: "2" },
      { rule: "not_a_link", option: "image", given: "cat.png" },
      { rule: "no_such_file", option: "last_frame", given: "3", allowed: ["dawn.png", "Dusk.png"] },
      { rule: "no_such_file", option: "first_frame", given: "night.png", allowed: ["dawn.png", "Dusk.png"] },
    ]);
  });
});
