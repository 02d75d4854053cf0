import { describe, expect, it } from "vitest";
import type { FileProblem, LinkFault } from "../../../src/core/request/file-problem.ts";
import { fileProblemText } from "../../../src/text/render/file-problems.ts";
import { problemText } from "../../../src/text/render/problems.ts";
import { textsFor } from "../../../src/text/texts.ts";

const NAME = "cat.png";
const MIB = 1024 * 1024;

/** Every rule, and what its sentence must say in every language. */
const PROBLEMS: readonly (readonly [FileProblem, readonly string[]])[] = [
  [{ rule: "file_empty", name: NAME }, []],
  [{ rule: "file_unavailable", name: NAME }, []],
  [{ rule: "file_not_kept", name: NAME }, []],
  [{ rule: "file_too_large", name: NAME, max: 80 * MIB }, ["80 MiB"]],
  [
    { rule: "file_type", name: NAME, found: "PDF", allowed: ["PNG", "WebP"], saveAs: undefined },
    ["PDF", "PNG", "WebP"],
  ],
  [{ rule: "file_type", name: NAME, found: undefined, allowed: ["MP3"], saveAs: "MP3" }, ["MP3"]],
  [{ rule: "file_type", name: NAME, found: "PDF", allowed: [], saveAs: undefined }, ["PDF"]],
  [{ rule: "file_undecodable", name: NAME, type: "HEIC", saveAs: "PNG" }, ["HEIC", "PNG"]],
  [{ rule: "file_damaged", name: NAME, type: "WebM", damage: "truncated" }, ["WebM"]],
  [{ rule: "file_damaged", name: NAME, type: "WebM", damage: "unreadable" }, ["WebM"]],
  [{ rule: "file_disguise", name: NAME, type: "JPEG", other: "ZIP" }, ["JPEG", "ZIP"]],
  [{ rule: "file_disguise", name: NAME, type: "JPEG", other: undefined }, ["JPEG"]],
  [{ rule: "too_many_pixels", name: NAME, width: 50_000, height: 40_000, max: 120_000_000 }, ["50000x40000", "120"]],
  [{ rule: "store_full", name: NAME }, ["`DATA_DIR`"]],
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

const LINK = "https://a.test/cat.png";
const LINK_FAULTS: readonly LinkFault[] = [
  { why: "form" },
  { why: "login" },
  { why: "port" },
  { why: "host" },
  { why: "redirects" },
  { why: "encoding" },
  { why: "slow" },
  { why: "unreachable" },
  { why: "status", status: 404 },
];

describe.each(["en", "zh-CN"] as const)("a refused link is explained in %s", (locale) => {
  it.each(LINK_FAULTS)("%j, in its own words", (fault) => {
    const text = fileProblemText({ rule: "link", link: LINK, fault }, textsFor(locale));
    expect(text).toContain(LINK);
    if (fault.why === "status") expect(text).toContain("404");
    const others = LINK_FAULTS.filter((other) => other !== fault);
    expect(
      others.map((other) => fileProblemText({ rule: "link", link: LINK, fault: other }, textsFor(locale))),
    ).not.toContain(text);
  });

  it("by the same sentence for an internal address and for no answer, so internal names stay secret", () => {
    const [inside, nowhere] = (["private", "unreachable"] as const).map((why) =>
      fileProblemText({ rule: "link", link: LINK, fault: { why } }, textsFor(locale)),
    );
    expect(inside).toBe(nowhere);
  });

  it("without the password in it", () => {
    const problem = { rule: "link", link: "https://me:p@ss@a.test/b@c.png", fault: { why: "login" } } as const;
    const text = fileProblemText(problem, textsFor(locale));
    expect(text).toContain("“https://a.test/b@c.png”");
  });

  it("together with what else is wrong about many files", () => {
    const texts = textsFor(locale);
    const large = problemText({ rule: "files_too_large", bytes: 600 * MIB, max: 383.25 * MIB }, texts);
    expect(large).toContain("600 MiB");
    expect(large).toContain("383 MiB");
    const many = problemText({ rule: "too_many_files_in_all", count: 50, max: 40 }, texts);
    expect(many).toContain("50");
    expect(many).toContain("40");
    expect(problemText({ rule: "not_a_link", option: "image", given: "2" }, texts)).toMatch(/`image`.*2.*https:/s);
  });
});

describe.each(["en", "zh-CN"] as const)("a refused file is explained in %s", (locale) => {
  it.each(PROBLEMS)("%j", (problem, parts) => {
    const text = fileProblemText(problem, textsFor(locale));
    for (const part of [NAME, ...parts]) expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|NaN|\[object/);
  });

  it("without letting a file's name act as markup", () => {
    const text = fileProblemText({ rule: "file_empty", name: "**a** `b`\n<@1>.png" }, textsFor(locale));
    expect(text).not.toContain("**a**");
    expect(text).not.toContain("\n");
    expect(text).not.toContain("<@1>");
  });
});
