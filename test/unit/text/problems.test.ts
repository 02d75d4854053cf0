import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseRichText, type RichNode } from "../../../src/web/state/rich-text.ts";
import { MENTION } from "../../../src/core/chat/message.ts";
import { JobFailure } from "../../../src/core/job/failure.ts";
import type { RequestProblem } from "../../../src/core/request/problem.ts";
import { explained, failureReason, requestIdsText } from "../../../src/text/render/failures.ts";
import { checkText, keyProblemText } from "../../../src/text/render/keys.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { problemsText, problemText } from "../../../src/text/render/problems.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { aRequest } from "../../support/database/jobs.ts";
import { HIDDEN_ADDRESSES, linksIn } from "../../support/gateway/hostile-words.ts";

/** Text that a hostile person might type into any field. */
const HOSTILE = [
  "**bold**",
  "`code`",
  "``",
  "a`b",
  "<script>alert(1)</script>",
  "[link](http://evil.test)",
  "<@12345>",
  "@everyone",
  "|| spoiler ||",
  "line\nbreak",
  MENTION,
  "\\`",
  "__proto__",
  "\0\u001B[31m",
  "\uD83E",
  "x".repeat(10_000),
  ...HIDDEN_ADDRESSES,
] as const;

/** Every rule, with the typed text wherever it can appear. */
function problemsWith(given: string): RequestProblem[] {
  return [
    { rule: "empty", option: "prompt" },
    { rule: "not_allowed", option: "format", given, allowed: ["png", "jpeg"] },
    { rule: "unknown_model", given, allowed: ["provider-a/image-2"], suggestion: "provider-a/image-2" },
    { rule: "unknown_model", given, allowed: ["provider-a/image-2"], suggestion: undefined },
    { rule: "out_of_range", option: "count", given, min: 1, max: 10 },
    { rule: "too_long", option: "prompt", length: 7_000, max: 6_000 },
    { rule: "size", given, model: "provider-a/image-2", tiers: ["1K", "2K", "4K"], pixels: { maxEdge: 3_840 } },
    { rule: "size", given, model: "provider-b/pro-image-3", tiers: ["1K", "2K", "4K"], pixels: undefined },
    { rule: "size", given, model: given, tiers: ["1K"], pixels: { maxEdge: undefined } },
    { rule: "native_field", option: "native", given, instead: "count" },
    { rule: "native_field", option: "native", given, instead: undefined },
    { rule: "native_field", option: "generation_config", given, instead: "count" },
    { rule: "unsafe_json", option: "native", what: "null", given: undefined },
    { rule: "unsafe_json", option: "native", what: "half", given: undefined },
    { rule: "unsafe_json", option: "native", what: "name", given },
    { rule: "unsafe_json", option: "native", what: "deep", given: undefined },
    {
      rule: "not_for_model",
      option: "quality",
      given,
      model: "provider-b/pro-image-3",
      models: ["provider-a/image-2"],
    },
    { rule: "conflict", option: "size", given, other: "aspect_ratio", otherGiven: given },
    { rule: "unknown_option", option: given, allowed: ["prompt", "size"], suggestion: "size" },
    { rule: "unknown_option", option: given, allowed: [], suggestion: undefined },
    { rule: "missing_value", option: "size" },
    { rule: "missing_option", option: "group" },
    { rule: "unexpected_words", words: given, allowed: ["amount", "unit"] },
    { rule: "unexpected_words", words: given, allowed: [] },
    { rule: "unclosed_quote" },
    { rule: "unexpected_attachment", name: given },
    { rule: "model_of_other_kind", given, makes: "video", allowed: ["provider-a/image-2"] },
    { rule: "model_of_other_kind", given, makes: "image", allowed: [] },
  ];
}

/** The kinds of markup in a text, other than code. */
function markup(nodes: readonly RichNode[]): string[] {
  return nodes.filter((node) => node.kind !== "text" && node.kind !== "code").map((node) => node.kind);
}

describe.each(LOCALES)("a problem in %s", (locale) => {
  const texts = textsFor(locale);

  it("names the option, what was given, and what is allowed", () => {
    const say = (problem: RequestProblem): string => problemText(problem, texts);
    const [empty, format, model, , count, long, size] = problemsWith("gif").map(say);
    expect(say({ rule: "model_of_other_kind", given: "gif", makes: "video", allowed: ["a"] })).toMatch(
      /`gif`.*`\/video`.*`a`/,
    );
    expect(empty).toContain("`prompt`");
    for (const part of ["`format`", "“gif”", texts.list(["png", "jpeg"])]) expect(format).toContain(part);
    for (const part of ["`model`", "“gif”", "`provider-a/image-2`"]) expect(model).toContain(part);
    for (const part of ["`count`", "“gif”", "1", "10"]) expect(count).toContain(part);
    for (const part of ["`prompt`", "7,000", "6,000"]) expect(long).toContain(part);
    for (const part of ["`size`", "“gif”", "auto", texts.list(["1K", "2K", "4K"]), "3840"])
      expect(size).toContain(part);
  });

  it.each(HOSTILE)("shows %j as typed, without markup", (given) => {
    for (const problem of problemsWith(given)) {
      const text = problemText(problem, texts);
      const nodes = parseRichText(text);
      // A typed address may become a link, because its text is its address.
      expect(markup(nodes).filter((kind) => kind !== "link")).toEqual([]);
      expect(text).not.toContain(MENTION);
      expect(text).not.toContain("\n");
      expect(text).not.toContain("\0");
      expect(text).not.toContain("\u001B");
      expect(text.isWellFormed()).toBe(true);
      expect(text.length).toBeLessThan(600);
    }
  });

  it("names the limit for links to messages, the option that holds them, and when to try again", () => {
    const text = problemText({ rule: "too_many_message_links", max: 20 }, texts);
    expect(text).toContain("`from`");
    expect(text).toContain("20");
    expect(text).toMatch(/in a minute|一分钟后/u);
  });

  it("shows the name of an unknown option without escapes, because it is shown as code", () => {
    const problem: RequestProblem = {
      rule: "unknown_option",
      option: "aspekt_ratio",
      allowed: ["aspect_ratio"],
      suggestion: "aspect_ratio",
    };
    expect(problemText(problem, texts)).toContain("`--aspekt_ratio`");
  });

  it("never turns typed text into markup", () => {
    const typed = fc.array(fc.constantFrom("*", "**", "`", "\\", "_", "a", " ", "\n", "[", "](", ")", MENTION, "~~"));
    fc.assert(
      fc.property(typed, (parts) => {
        for (const problem of problemsWith(parts.join(""))) {
          expect(markup(parseRichText(problemText(problem, texts)))).toEqual([]);
        }
      }),
    );
  });

  it("says that a command changed nothing, and shows an example of it", () => {
    const words: RequestProblem[] = [{ rule: "unexpected_words", words: "2", allowed: ["amount"] }];
    const about = { name: "easel-admin quota set", effect: "changes", example: "--amount 2" } as const;
    expect(problemsText(words, texts, about).split("\n").slice(2)).toEqual([
      texts.problem.example("/easel-admin quota set --amount 2"),
      texts.problem.nothingChanged,
    ]);
    expect(problemsText(words, texts, { name: "usage" }).split("\n")).toHaveLength(2);
  });

  it("says once that nothing was spent, and lists several problems below each other", () => {
    const one = problemsText([{ rule: "unclosed_quote" }], texts).split("\n");
    expect(one).toEqual([texts.problem.intro(1), texts.problem.unclosedQuote, texts.problem.nothingSpent]);
    const two = problemsText([{ rule: "unclosed_quote" }, { rule: "empty", option: "prompt" }], texts).split("\n");
    expect(two).toHaveLength(4);
    expect(two[0]).toBe(texts.problem.intro(2));
    expect(two.slice(1, 3).every((line) => line.startsWith("• "))).toBe(true);
  });

  it("lists the first ten of many problems, and says how many others there are", () => {
    const many = (count: number) =>
      problemsText(
        Array.from({ length: count }, (_, n): RequestProblem => ({ rule: "missing_value", option: `o${n}` })),
        texts,
      ).split("\n");
    expect(many(10)).toHaveLength(12);
    expect(many(11).slice(10)).toEqual([
      `• ${texts.problem.missingValue("o9")}`,
      `• ${texts.problem.others(1)}`,
      texts.problem.nothingSpent,
    ]);
    expect(many(3_000)[11]).toBe(`• ${texts.problem.others(2_990)}`);
  });

  it("doesn't ask for changes if none would help", () => {
    const by = { kind: "channel", name: undefined } as const;
    const paused = problemsText([{ rule: "paused", who: "Ada", by }], texts).split("\n");
    expect(paused.at(-1)).toBe(texts.problem.nothingSent);
    expect(texts.problem.nothingSpent).toContain(texts.problem.nothingSent);
  });
});

describe.each(LOCALES)("the gateway's answer about a key in %s", (locale) => {
  const texts = textsFor(locale);

  it.each(HIDDEN_ADDRESSES)("contains no link: %j", (said) => {
    for (const text of [
      checkText({ kind: "forbidden", code: said }, texts),
      checkText({ kind: "unreachable", reason: said }, texts),
      keyProblemText({ rule: "service_forbidden", service: "image", code: said }, texts),
      keyProblemText({ rule: "unreachable", service: "image", reason: said }, texts),
    ]) {
      expect(text).toContain("evil.test/login");
      expect(linksIn(text)).toEqual([]);
    }
  });
});

describe.each(LOCALES)("a failure in %s", (locale) => {
  const reasons = JobFailure.shape.reason.options;
  const reader = { request: aRequest(), locale };

  it("has its own sentence for each reason", () => {
    const sentences = reasons.map((reason) => failureReason({ reason }, "image", locale));
    expect(reasons.length).toBeGreaterThanOrEqual(6);
    expect(new Set(sentences).size).toBe(reasons.length);
    for (const sentence of sentences) expect(sentence.trim()).not.toBe("");
  });

  it("distinguishes the gateway's faults, and has a sentence for unknown ones", () => {
    const moderation = failureReason({ reason: "gateway", code: "moderation_blocked" }, "image", locale);
    const busy = failureReason({ reason: "gateway", status: 429 }, "image", locale);
    const unknown = failureReason({ reason: "gateway", code: "__proto__" }, "image", locale);
    expect(new Set([moderation, busy, unknown]).size).toBe(3);
    expect(unknown.trim()).not.toBe("");
  });

  it("quotes the gateway's own words without markup, links or secrets, and at a sensible length", () => {
    for (const hostile of HOSTILE) {
      const failure: JobFailure = {
        reason: "gateway",
        code: hostile,
        type: hostile,
        message: `OWN WORDS sk-secret-0815 https://evil.test/a?sig=secret-sig ${hostile}`,
        param: hostile,
        requestId: hostile.slice(0, 200),
      };
      const uncertain = explained({ ...failure, reason: "unknown_outcome" }, reader);
      for (const words of [explained(failure, reader), uncertain]) {
        expect(linksIn(`${words} ${requestIdsText([failure], locale)}`)).toEqual([]);
      }
      const text = `${explained(failure, reader)} ${requestIdsText([failure], locale)}`;
      expect(text).toContain("OWN WORDS");
      expect(text).not.toMatch(/secret|https:/);
      expect(text.length).toBeLessThan(1_000);
      // Names are shown as code. There is no other markup.
      const nodes = parseRichText(text);
      expect(markup(nodes).filter((kind) => kind !== "code")).toEqual([]);
      for (const unseen of ["\n", "\0", "\u001B", MENTION]) expect(text).not.toContain(unseen);
    }
    expect(requestIdsText([{ reason: "expired", requestId: "q-1" }], locale)).toContain("q-1");
  });
});
