import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeText, MENTION } from "../../../../src/core/chat/message.ts";
import { modalFor } from "../../../../src/platforms/discord/post/form-view.ts";
import { newMessage, answerMessages } from "../../../../src/platforms/discord/post/render.ts";
import { Modal } from "../../../support/fake-discord/schema.ts";

const FILE = { name: "a.png", mimeType: "image/png", bytes: 1, description: "", open: () => Promise.reject() };

describe("a result on Discord", () => {
  it("quotes its prompt above its text, and has its facts in small text below", () => {
    const { content } = newMessage({
      quote: escapeText("- a *red* fox @everyone <@1> # x"),
      text: `${MENTION}, here is your picture.`,
      mention: "42",
      footer: "model · 1K",
    });
    expect(content?.split("\n")).toEqual([
      String.raw`> \- a \*red\* fox @everyone \<@1\> # x`,
      "<@42>, here is your picture.",
      "-# model · 1K",
    ]);
  });

  it("shows the progress of all ten pictures if its text is short", () => {
    const labels = Array.from({ length: 10 }, (_, index) => `${"waiting for a free slot ".repeat(6)}${index}`);
    const items = labels.map((label) => ({ state: "waiting" as const, label, expectedAt: 1_700_000_000_000 }));
    const { content = "" } = newMessage({ quote: "a fox", text: "On it.", progress: { items }, footer: "model" });
    expect(content.split("\n")).toHaveLength(13);
    expect(content).toMatch(/9.*<t:1700000000:R>.*\n-# model$/);
  });

  it("shows how far a clip is as a bar, since when, and when it is expected", () => {
    const item = { state: "running" as const, label: "being made · 47 %", percent: 47, begunAt: 1_699_999_000_000 };
    const lines = (more: { readonly expectedAt?: number }): string[] | undefined =>
      newMessage({ text: "On it.", progress: { items: [{ ...item, ...more }] } }).content?.split("\n");
    expect(lines({ expectedAt: 1_700_000_000_000 })?.at(-1)).toMatch(
      /being made · 47 % · ▰▰▰▰▱▱▱▱▱▱ · <t:1699999000:R> → ≈ <t:1700000000:R>$/,
    );
    expect(lines({})?.at(-1)).toMatch(/· ▰▰▰▰▱▱▱▱▱▱$/);
  });

  it("fits, however long its parts are, and keeps each of them", () => {
    const long = fc.string({ unit: "grapheme", maxLength: 6_000 });
    fc.assert(
      fc.property(long, long, long, fc.nat({ max: 10 }), (quote, text, footer, items) => {
        const label = "x".repeat(500);
        const { content = "" } = newMessage({
          quote: escapeText(`q${quote}`),
          text: escapeText(`t${text}`),
          footer: escapeText(`f${footer}`),
          progress: { items: Array.from({ length: items }, () => ({ state: "running" as const, label })) },
          files: [FILE],
        });
        const lines = content.split("\n");
        expect(content.length).toBeLessThanOrEqual(2_000);
        expect(lines[0]).toMatch(/^> q/);
        expect(lines[1]).toMatch(/^t/);
      }),
      { numRuns: 50 },
    );
  });
});

describe("a form on Discord", () => {
  const OTHERS = [1, 2, 3, 4].map((n) => ({ type: "text" as const, name: `other${n}`, label: `Other ${n}` }));

  it("says what it is about above its fields if there is room, however long that is", () => {
    const form = { id: "set:1", title: "Rules", submit: "Save", typed: "", fields: OTHERS };
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 5_000 }), (text) => {
        const modal = Modal.safeParse(modalFor({ ...form, about: { text } }));
        expect(modal.error).toBeUndefined();
        expect(modal.data?.components).toHaveLength(4);
      }),
      { numRuns: 50 },
    );
    expect(modalFor({ ...form, about: { text: "Only *new* requests" } }).components[0]).toEqual({
      type: 10,
      content: "Only \\*new\\* requests",
    });
  });

  it("says what it is about in its first field otherwise, however long that and the hint are", () => {
    const texts = fc.string({ unit: "grapheme", maxLength: 300 });
    fc.assert(
      fc.property(texts, texts, (about, hint) => {
        const field = { type: "text" as const, name: "prompt", label: "Prompt", hint };
        const form = { id: "edit:1", title: "Edit", submit: "Go", typed: "", fields: [field, ...OTHERS] };
        const modal = Modal.safeParse(modalFor({ ...form, about: { text: `Picture 2 of “${about}”` } }));
        expect(modal.error).toBeUndefined();
        expect(modal.data?.components[0]?.description).toMatch(/^Picture 2 of “/);
      }),
    );
    const short = { type: "text" as const, name: "prompt", label: "Prompt", hint: "Describe what should change" };
    const form = { id: "edit:1", title: "Edit", submit: "Go", typed: "", fields: [short, ...OTHERS] };
    expect(modalFor({ ...form, about: { text: "Picture 2 of “a fox”" } }).components[0]).toMatchObject({
      description: "Picture 2 of “a fox” · Describe what should change",
    });
    expect(modalFor(form).components[0]).toMatchObject({ description: "Describe what should change" });
  });
});

describe("a long private answer", () => {
  it("has no message with only its first line", () => {
    const parts = answerMessages({ text: `**Title**\n${"fox ".repeat(1_000)}` }).map(({ content }) => content ?? "");
    expect(parts).toHaveLength(3);
    expect(parts[0]?.length).toBeGreaterThan(1_900);
  });

  it.each([
    ["an emoji", "🦊"],
    ["an escaped character", "\\*"],
    ["an escaped backslash", "\\\\"],
  ])("is never split within %s", (_name, piece) => {
    for (const before of ["", "x"]) {
      const parts = answerMessages({ text: before + piece.repeat(1_500) }).map(({ content = "" }) => content);
      expect(parts.length).toBeGreaterThan(1);
      for (const part of parts) expect(part.replace(/^x/, "").replaceAll(piece, "")).toBe("");
    }
  });
});
