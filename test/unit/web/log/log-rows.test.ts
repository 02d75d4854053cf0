import { expect, it } from "vitest";
import { logRows } from "../../../../src/web/state/log/log-rows.ts";
import { view } from "../../../support/console/message-view.ts";

const NOON = new Date(2026, 0, 5, 12).getTime();
const MINUTE = 60_000;
const easel = { id: "easel", name: "Easel", isEasel: true };

it("groups messages that closely follow another one of the same author, within one day", () => {
  const messages = [
    view("first", 1, { createdAt: NOON }),
    view("soon", 2, { createdAt: NOON + MINUTE }),
    view("reply", 3, { createdAt: NOON + 2 * MINUTE, replyTo: "first" }),
    view("private", 4, { createdAt: NOON + 3 * MINUTE, private: true }),
    view("answer", 5, { createdAt: NOON + 4 * MINUTE, author: easel }),
    view("late", 6, { createdAt: NOON + 10 * MINUTE, author: easel }),
    view("tomorrow", 7, { createdAt: NOON + 24 * 60 * MINUTE, author: easel }),
  ];
  const rows = logRows(messages, []);
  const keysOf = (is: "grouped" | "newDay") =>
    rows.flatMap((row) => (row.kind === "message" && row[is] ? row.key : []));
  expect(keysOf("grouped")).toEqual(["soon"]);
  expect(keysOf("newDay")).toEqual(["first", "tomorrow"]);
});

it("ends with what the server does not know yet, under the key that it will have", () => {
  const message = { id: "mine", as: "member", locale: "en", channel: "general", text: "hello" } as const;
  const item = { message, files: [], state: "sending", writtenAt: 1 } as const;
  const before = logRows([view("first", 1)], [item]);
  const after = logRows([view("first", 1), view("mine", 2)], []);
  expect(before.map(({ key, kind }) => [key, kind])).toEqual([
    ["first", "message"],
    ["mine", "unsent"],
  ]);
  expect(after.map(({ key }) => key)).toEqual(["first", "mine"]);
});

it("shows a private answer below the message whose button gave it, and at its own place while that is not loaded", () => {
  const messages = [
    view("old", 1, { createdAt: NOON }),
    view("new", 2, { createdAt: NOON + 24 * 60 * MINUTE }),
    view("recipe", 3, { createdAt: NOON + 24 * 60 * MINUTE, author: easel, private: true, beside: "old" }),
    view("details", 4, { createdAt: NOON + 24 * 60 * MINUTE, author: easel, private: true, beside: "recipe" }),
    view("again", 5, { createdAt: NOON + 24 * 60 * MINUTE, author: easel, private: true, beside: "old" }),
    view("stray", 6, { createdAt: NOON + 24 * 60 * MINUTE, author: easel, private: true, beside: "not loaded" }),
  ];
  const rows = logRows(messages, []);
  expect(rows.map(({ key }) => key)).toEqual(["old", "recipe", "details", "again", "new", "stray"]);
  expect(rows.flatMap((row) => (row.kind === "message" && row.newDay ? row.key : []))).toEqual(["old", "new"]);
});
