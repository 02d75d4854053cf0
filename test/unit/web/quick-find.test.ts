import { expect, it } from "vitest";
import { EMPTY_LOG, takeHistory } from "../../../src/web/state/log/channel-log.ts";
import { quickFind } from "../../../src/web/state/quick-find.ts";
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
const found = (query: string): readonly string[] =>
  quickFind(query, state).map((one) => (one.kind === "picture" ? one.message : one.label));

it("finds what has all the words: channels, commands, and the newest pictures first", () => {
  expect(found("FOX")).toEqual(["#fox-den", "new", "old"]);
  expect(found(" fox  red")).toEqual(["new", "old"]);
  expect(found("make")).toEqual(["/imagine"]);
  expect(found("wolf")).toEqual([]);
  expect(found("")).toHaveLength(5);
});
