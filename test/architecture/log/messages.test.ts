import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { readSources } from "../tree.ts";
import { messagesIn, messagesOnPage, type LogMessage } from "./messages.ts";

/** Takes the texts of its messages from a table. */
const WITHOUT_TEXT = ["src/app/context/check-start.ts"];

const shown = ({ level, text }: LogMessage): string => `${level}: ${text}`;
const onPage = messagesOnPage(await readFile("docs/reference/log.md", "utf8"));
const sources = (await readSources(["src", "commands"])).filter(({ path }) => !path.startsWith("src/web/"));
const logged = sources.flatMap(({ path, text }) => messagesIn(text).map((message) => ({ path, ...message })));

describe("messages at warn level or above", () => {
  it("are explained in docs/reference/log.md, each with its level", () => {
    const known = new Set(onPage.map(shown));
    expect(logged.length).toBeGreaterThan(60);
    expect(logged.filter(({ text }) => text === undefined).map(({ path }) => path)).toEqual(WITHOUT_TEXT);
    const missing = logged.filter((message) => message.text !== undefined && !known.has(shown(message)));
    expect(missing.map((message) => `${message.path}: ${shown(message)}`)).toEqual([]);
  });

  it("are still in the code if docs/reference/log.md has them", () => {
    expect(new Set(onPage.map(shown)).size).toBe(onPage.length);
    const texts = new Set(logged.map(({ text }) => text));
    const isSaid = ({ text }: LogMessage): boolean =>
      texts.has(text) || sources.some((source) => source.text.includes(`"${text}"`));
    expect(onPage.filter((message) => !isSaid(message))).toEqual([]);
  });
});

describe("the search for messages", () => {
  it.each<[string, readonly LogMessage[]]>([
    [
      'log.warn({ err: error, what: "claim" }, "will be tried again");',
      [{ level: "warn", text: "will be tried again" }],
    ],
    ['context.log.error(\n  { a: f("x") },\n  "one " +\n    "two",\n);', [{ level: "error", text: "one two" }]],
    ["log.warn(WARNINGS[what]);", [{ level: "warn", text: undefined }]],
    ['log.info({}, "fine");', []],
    ['log[isLate ? "info" : "warn"]({}, "late");', [{ level: "warn", text: "late" }]],
    [
      'log[again ? "warn" : "error"]({}, "not done");',
      [
        { level: "warn", text: "not done" },
        { level: "error", text: "not done" },
      ],
    ],
  ])("finds %s", (source, messages) => {
    expect(messagesIn(source)).toEqual(messages);
  });
});
