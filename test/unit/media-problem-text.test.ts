import { describe, expect, it } from "vitest";
import type { FileProblem } from "../../src/request/file-problem.ts";
import { fileProblemText } from "../../src/text/file-problems.ts";
import { textsFor } from "../../src/text/texts.ts";

const NAME = "cat.png";
const MIB = 1024 * 1024;

/** Every rule, and what its sentence must say in every language. */
const PROBLEMS: readonly (readonly [FileProblem, readonly string[]])[] = [
  [{ rule: "file_empty", name: NAME }, []],
  [{ rule: "file_unavailable", name: NAME }, []],
  [{ rule: "file_too_large", name: NAME, max: 80 * MIB }, ["80 MiB"]],
  [
    { rule: "file_type", name: NAME, found: "PDF", allowed: ["PNG", "WebP"], saveAs: undefined },
    ["PDF", "PNG", "WebP"],
  ],
  [{ rule: "file_type", name: NAME, found: undefined, allowed: ["MP3"], saveAs: "MP3" }, ["MP3"]],
  [{ rule: "file_type", name: NAME, found: "PDF", allowed: [], saveAs: undefined }, ["PDF"]],
  [{ rule: "file_damaged", name: NAME, type: "WebM", damage: "truncated" }, ["WebM"]],
  [{ rule: "file_damaged", name: NAME, type: "WebM", damage: "unreadable" }, ["WebM"]],
  [{ rule: "file_disguise", name: NAME, type: "JPEG", other: "ZIP" }, ["JPEG", "ZIP"]],
  [{ rule: "file_disguise", name: NAME, type: "JPEG", other: undefined }, ["JPEG"]],
  [{ rule: "too_many_pixels", name: NAME, width: 50_000, height: 40_000, max: 120_000_000 }, ["50000x40000", "120"]],
  [{ rule: "mask_type", name: NAME, found: "WebP" }, ["`mask`", "WebP", "PNG"]],
  [{ rule: "mask_opaque", name: NAME }, ["`mask`"]],
  [{ rule: "mask_too_large", name: NAME, bytes: 4.5 * MIB, max: 4 * MIB }, ["`mask`", "4.5 MiB", "4 MiB"]],
  [
    {
      rule: "mask_size",
      mask: { name: NAME, width: 10, height: 20 },
      image: { name: "photo.jpg", width: 30, height: 40 },
    },
    ["`mask`", "10x20", "30x40"],
  ],
];

describe.each(["en", "zh-CN"] as const)("a refused file is explained in %s", (locale) => {
  it.each(PROBLEMS)("%j", (problem, parts) => {
    const text = fileProblemText(problem, textsFor(locale));
    for (const part of [NAME, ...parts]) expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  it("without letting a file's name speak", () => {
    const text = fileProblemText({ rule: "file_empty", name: "**a** `b`\n<@1>.png" }, textsFor(locale));
    expect(text).not.toContain("**a**");
    expect(text).not.toContain("\n");
    expect(text).not.toContain("<@1>");
  });
});
