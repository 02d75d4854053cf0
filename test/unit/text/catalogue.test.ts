import { describe, expect, it } from "vitest";
import { consoleDialogTexts } from "../../../src/text/render/console/console-dialogs.ts";
import { consoleEmptyTexts } from "../../../src/text/render/console/console-empty.ts";
import { consoleLoginTexts } from "../../../src/text/render/console/console-login.ts";
import { consolePageTexts } from "../../../src/text/render/console/console-page.ts";
import { gatewayAdvice } from "../../../src/text/render/gateway/gateway.ts";
import { gatewayEn } from "../../../src/text/en/gateway.ts";
import { gatewayZhCN } from "../../../src/text/zh-cn/gateway.ts";
import { LOCALES, nearestLocale, type Locale } from "../../../src/lib/locale.ts";
import { textsFor } from "../../../src/text/texts.ts";

interface Sentence {
  /** Its place in the catalogue. */
  readonly path: string;
  /** Its renderings, one for each set of parts that it can use. */
  readonly says: readonly string[];
}

/** Represents text by people or the gateway. */
const WORD = "♦";

/**
 * Values for the parts of a sentence: counts, words of the core, lists, and records such as those of
 * `text/sentence-parts.ts`, or with a text or a list for each kind of file.
 */
const PARTS: readonly unknown[] = [
  1,
  3,
  "image",
  "video",
  undefined,
  ["png"],
  { thing: "image", made: 1, asked: 1, ordinals: [1], of: 1, text: WORD, image: WORD, video: WORD, audio: WORD },
  { thing: "video", made: 2, asked: 3, ordinals: [2, 3], of: 3, text: WORD },
  { image: ["png"], video: ["png"], audio: ["png"] },
];

function sentencesOf(node: unknown, path: string): Sentence[] {
  if (typeof node === "string") return [{ path, says: [node] }];
  if (isSentence(node)) return [{ path, says: everythingSaid(node) }];
  if (typeof node !== "object" || node === null) return [];
  return Object.entries(node).flatMap(([name, child]) => sentencesOf(child, `${path}.${name}`));
}

function isSentence(node: unknown): node is (...parts: unknown[]) => unknown {
  return typeof node === "function";
}

/** A sentence's renderings with every choice of parts that it can use. */
function everythingSaid(sentence: (...parts: unknown[]) => unknown): string[] {
  let choices: unknown[][] = [[]];
  for (let part = 0; part < sentence.length; part++) {
    choices = choices.flatMap((chosen) => PARTS.map((next) => [...chosen, next]));
  }
  return [...new Set(choices.flatMap((parts) => spoken(sentence, parts)))];
}

/** A sentence's rendering; nothing if it can't use the parts, or consists of nothing else. */
function spoken(sentence: (...parts: unknown[]) => unknown, parts: readonly unknown[]): string[] {
  try {
    const text = sentence(...parts);
    return typeof text === "string" && text !== WORD && !/undefined|\[object|NaN/.test(text) ? [text] : [];
  } catch {
    return [];
  }
}

/** The sentences that contain something forbidden, each with its first offence. */
function offenders(sentences: Iterable<Sentence>, offends: (text: string) => boolean): string[] {
  return [...sentences].flatMap(({ path, says }) =>
    says
      .filter(offends)
      .slice(0, 1)
      .map((text) => `${path}: ${text}`),
  );
}

function catalogueOf(locale: Locale): Map<string, Sentence> {
  const sentences = [
    ...sentencesOf(textsFor(locale), "texts"),
    ...sentencesOf(locale === "en" ? gatewayEn : gatewayZhCN, "gateway"),
    ...sentencesOf(consolePageTexts(locale), "page"),
    ...sentencesOf(consoleDialogTexts(locale), "dialogs"),
    ...sentencesOf(consoleEmptyTexts(locale), "empty"),
    ...sentencesOf(consoleLoginTexts(locale), "login"),
  ];
  return new Map(sentences.map((sentence) => [sentence.path, sentence]));
}

/** Sentences that need not be Chinese. */
const NOT_CHINESE: ReadonlySet<string> = new Set([
  // These only join other texts.
  "texts.list",
  "texts.phrases",
  "texts.jobs.line",
  "texts.policyAdmin.line",
  "texts.audit.told",
  "texts.talk.offer",
  "texts.talk.prompted",
  "texts.help.given",
  "texts.help.numbered",
  "texts.notice.percent",
  "texts.money.of",
  "texts.usage.chart.described",
  "texts.usage.chart.item",
  "texts.usage.chart.headed",
  "page.progressItem",
  // For people who can't read Chinese.
  "page.otherLanguage",
  "page.otherLanguageShort",
]);

/** The keys of the keyboard, as they are labelled everywhere. */
const KEY_NAMES = /^dialogs\.shortcutKeys\.\d+\.0$/;

const english = catalogueOf("en");
const chinese = catalogueOf("zh-CN");
const HAN = /\p{Script=Han}/u;

describe("the catalogues", () => {
  it("are read completely", () => {
    expect(english.size).toBeGreaterThan(200);
    expect([...chinese.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it.each(LOCALES)("have no empty text: %s", (locale) => {
    const sentences = [...catalogueOf(locale).values()];
    expect(sentences.filter(({ says }) => says.length === 0)).toEqual([]);
    expect(offenders(sentences, (text) => text.trim() === "")).toEqual([]);
  });

  it.each(LOCALES)("close every mark that they open: %s", (locale) => {
    const unclosed = (text: string): boolean =>
      text.split("`").length % 2 === 0 ||
      text.split("**").length % 2 === 0 ||
      text.split("“").length !== text.split("”").length;
    expect(offenders(catalogueOf(locale).values(), unclosed)).toEqual([]);
  });
});

describe("the Chinese sentences", () => {
  const sentences = [...chinese.values()].filter(({ path }) => !NOT_CHINESE.has(path) && !KEY_NAMES.test(path));

  it("are all in Chinese", () => {
    expect(offenders(sentences, (text) => !HAN.test(text))).toEqual([]);
  });

  it("use one word for a group", () => {
    expect(offenders(sentences, (text) => /小组|群组/.test(text))).toEqual([]);
  });

  it("contain no English sentence", () => {
    // Code, and lines to type, are the same in every language.
    const words = (text: string): string => text.replaceAll(/`[^`]*`/g, "").replaceAll(/^\/\S+ .*--.*$/gm, "");
    const isEnglish = (text: string): boolean => /[A-Za-z]{2,}(?:[ ,.]+[A-Za-z]{2,}){2,}/.test(words(text));
    expect(offenders(sentences, isEnglish)).toEqual([]);
  });

  it("never address the reader as 您", () => {
    expect(offenders(sentences, (text) => text.includes("您"))).toEqual([]);
  });

  it("have no half-width punctuation between Chinese characters", () => {
    expect(offenders(sentences, (text) => /\p{Script=Han}[,;:?!]\p{Script=Han}/u.test(text))).toEqual([]);
  });
});

describe("the English sentences", () => {
  it("contain no Chinese, except to offer the Chinese page", () => {
    const sentences = [...english.values()].filter(({ path }) => !path.startsWith("page.otherLanguage"));
    expect(offenders(sentences, (text) => HAN.test(text))).toEqual([]);
  });
});

describe("a person's language", () => {
  it.each([
    ["zh", "zh-CN"],
    ["zh-CN", "zh-CN"],
    ["zh-TW", "zh-CN"],
    ["ZH-hans", "zh-CN"],
    ["zh-CN,zh;q=0.9,en;q=0.8", "zh-CN"],
    ["en-GB", "en"],
    ["de", "en"],
    ["zhx", "en"],
    ["", "en"],
    [undefined, "en"],
  ] as const)("%j is %s", (tag, locale) => {
    expect(nearestLocale(tag)).toBe(locale);
  });

  it("decides the language of a fault's explanation", () => {
    expect(gatewayAdvice("moderation", "en")).toBe(gatewayEn.moderation);
    expect(gatewayAdvice("moderation", "zh-CN")).toBe(gatewayZhCN.moderation);
  });
});
