import { expect, it } from "vitest";
import { EMPTY_LOG, takeHistory } from "../../../src/web/state/log/channel-log.ts";
import { findPrompts, quickFind } from "../../../src/web/state/quick-find.ts";
import type { FoundResult } from "../../../src/platforms/console/api/search.ts";
import { view } from "../../support/console/message-view.ts";

const picture = { id: "f", url: "/f", name: "f.png", mimeType: "image/png", bytes: 1, description: "a Red fox" };
const messages = [
  view("old", 1, { createdAt: 1, files: [picture] }),
  view("clip", 2, { createdAt: 2, files: [{ ...picture, mimeType: "video/mp4" }] }),
  view("new", 3, { createdAt: 3, files: [picture, { ...picture, id: "g" }] }),
];
const state = {
  channels: ["general", "fox-den"].map((id, revision) => ({ id, revision, createdBy: null })),
  commands: [{ name: "imagine", isDefault: false, description: "Make pictures", options: [] }],
  logs: new Map([["general", takeHistory(EMPTY_LOG, { messages, older: false, newer: false })]]),
};
const result = (id: string, prompt: string, mimeType = "image/png"): FoundResult => ({
  message: { id, channel: "general" },
  prompt,
  model: "a model",
  person: "Ada",
  requestedAt: 0,
  files: [{ ...picture, mimeType }],
});
const found = (query: string, results: readonly FoundResult[] = []): readonly string[] =>
  quickFind(query, state, results).map((one) => ("message" in one ? one.message : one.label));

it("finds entries with all the words: channels, commands, and the newest pictures and clips first", () => {
  expect(found("FOX")).toEqual(["#fox-den", "new", "clip", "old"]);
  expect(found(" fox  red")).toEqual(["new", "clip", "old"]);
  expect(found("make")).toEqual(["/imagine"]);
  expect(found("wolf")).toEqual([]);
  expect(found("")).toHaveLength(6);
});

it("adds the results of a search that are not loaded, whichever words found them, each once", () => {
  const results = [result("far", "a vixen"), result("new", "a red fox"), result("clip of long ago", "", "video/mp4")];
  expect(found("fox", results)).toEqual(["#fox-den", "new", "clip", "old", "far", "clip of long ago"]);
  expect(quickFind("wolf", state, results.slice(0, 1))).toEqual([
    { kind: "picture", label: "a vixen", detail: "#general", channel: "general", message: "far" },
  ]);
  expect(quickFind("wolf", state, results.slice(2))).toMatchObject([{ kind: "clip", label: "a model" }]);
});

it("finds a person's earlier prompts by their options, channel and date too, as many as asked for", () => {
  const prompts = ["a red fox --size 1K", "a blue fox", "an owl"].map((prompt, day) => ({
    line: `/imagine ${prompt}`,
    files: day === 0 ? ["photo.png"] : [],
    channel: day === 1 ? "studio" : "general",
    requestedAt: day,
  }));
  const lines = (query: string, most?: number): readonly string[] =>
    findPrompts(query, prompts, (ms) => `day ${ms}`, most).map(({ label }) => label);
  expect(lines(" FOX  imagine")).toEqual(["/imagine a red fox --size 1K", "/imagine a blue fox"]);
  expect(lines("1k")).toEqual(["/imagine a red fox --size 1K"]);
  expect(lines("#studio")).toEqual(["/imagine a blue fox"]);
  expect(lines("", 1)).toEqual(["/imagine a red fox --size 1K"]);
  expect(findPrompts("red", prompts, (ms) => `day ${ms}`)).toEqual([
    {
      kind: "prompt",
      label: "/imagine a red fox --size 1K",
      detail: "#general · day 0",
      text: "/imagine a red fox --size 1K",
      files: ["photo.png"],
    },
  ]);
});
