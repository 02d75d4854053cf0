import { describe, expect, it } from "vitest";
import { createDrafts as createKeptDrafts, type Drafts } from "../../../src/web/state/draft/drafts.ts";
import { ownTexts, recall } from "../../../src/web/state/draft/recall.ts";
import { view } from "../../support/console/message-view.ts";
import { createBrowserStorage, storedIn } from "../../support/console/browser-storage.ts";
import { createMemoryFiles } from "../../support/console/memory-files.ts";

const here = { person: "member", channel: "general" } as const;
const pending = (id: string, name: string) => ({ id, file: new File([name], name) });
const file = pending("1", "a.txt");

/** The drafts of a page that has just been loaded. */
function createDrafts(storage: Storage, memory = createMemoryFiles()): Drafts {
  return createKeptDrafts(storage, memory.kept(storage), (names) => `lost: ${names.join(", ")}`);
}

describe("a draft", () => {
  it("survives a reload with what it replies to", () => {
    const storage = createBrowserStorage();
    const before = createDrafts(storage);
    before.change(here, { text: "/imagine half", replyTo: "m1" });
    before.change({ ...here, person: "admin" }, { text: "hers" });
    before.change({ ...here, channel: "studio" }, { text: "elsewhere" });
    const after = createDrafts(storage);
    expect(after.of(here)).toMatchObject({ text: "/imagine half", caret: 13, replyTo: "m1", files: [] });
    expect(after.of({ ...here, person: "admin" }).text).toBe("hers");
    expect(after.of({ ...here, channel: "studio" }).text).toBe("elsewhere");
  });

  it("survives a reload with its files, in their order and before files that were added since", async () => {
    const storage = createBrowserStorage();
    const memory = createMemoryFiles();
    const before = createDrafts(storage, memory);
    before.change(here, { files: [file, pending("2", "b.txt")] });
    before.change(here, { files: [pending("3", "c.txt"), file] });
    expect(before.of(here)).toMatchObject({ isRestoring: false });
    await expect.poll(() => memory.ids()).toEqual(["1", "3"]);
    const after = createDrafts(storage, memory);
    expect(after.of(here)).toMatchObject({ text: "", files: [], isRestoring: true });
    after.change(here, { text: "more", files: [pending("4", "d.txt")] });
    await expect.poll(() => after.of(here).isRestoring).toBe(false);
    const names = (drafts: Drafts) => drafts.of(here).files.map((one) => one.file.name);
    expect(names(after)).toEqual(["c.txt", "a.txt", "d.txt"]);
    expect(after.of(here).problem).toBeUndefined();
    const again = createDrafts(storage, memory);
    await expect.poll(() => names(again)).toEqual(["c.txt", "a.txt", "d.txt"]);
    expect(again.of(here).text).toBe("more");
  });

  it("names the files that could not be kept", async () => {
    const storage = createBrowserStorage();
    const memory = createMemoryFiles();
    createDrafts(storage, memory).change(here, { text: "half", files: [file, pending("2", "b.txt")] });
    await expect.poll(() => memory.ids()).toEqual(["1", "2"]);
    memory.lose("1");
    const after = createDrafts(storage, memory);
    await expect.poll(() => after.of(here)).toMatchObject({ isRestoring: false, problem: "lost: a.txt" });
    expect(after.of(here).files.map(({ id }) => id)).toEqual(["2"]);
    // Only once.
    const again = createDrafts(storage, memory);
    await expect.poll(() => again.of(here).files).toHaveLength(1);
    expect(again.of(here).problem).toBeUndefined();
  });

  it("leaves no file behind once it is sent", async () => {
    const storage = createBrowserStorage();
    const memory = createMemoryFiles();
    const drafts = createDrafts(storage, memory);
    drafts.change(here, { text: "sent", files: [file] });
    drafts.clear(here);
    await expect.poll(() => [memory.ids(), storedIn(storage)]).toEqual([[], {}]);
  });

  it("is not kept once it is sent, nor any of them after a log-out", () => {
    const storage = createBrowserStorage();
    const drafts = createDrafts(storage);
    drafts.change(here, { text: "sent" });
    drafts.clear(here);
    expect(createDrafts(storage).of(here).text).toBe("");
    drafts.change(here, { text: "one" });
    // Another tab wrote this.
    createDrafts(storage).change({ ...here, channel: "studio" }, { text: "other" });
    storage.setItem("easel.locale", "en");
    drafts.clearAll();
    expect(drafts.of(here).text).toBe("");
    expect(storedIn(storage)).toEqual({ "easel.locale": "en" });
  });

  it.each(["{", "null", "[]", "{}", '{"text":1}', '{"text":"a","replyTo":1}', '{"text":"a","files":[{"id":1}]}'])(
    "is gone if the storage holds %s",
    (held) => {
      const storage = createBrowserStorage();
      storage.setItem("easel.draft.member general", held);
      expect(createDrafts(storage).of(here).text).toBe("");
      expect(storedIn(storage)).toEqual({});
    },
  );
});

describe("the arrow keys", () => {
  const at = (text: string, recalled?: { index: number; text: string; instead: string }) => ({
    text,
    caret: text.length,
    recalled,
  });
  const texts = ["newest", "older"];

  it("bring back earlier texts one by one, and then what was there first", () => {
    const one = recall(at(""), 1, texts);
    expect(one).toEqual({ text: "newest", recalled: { index: 0, text: "newest", instead: "" } });
    const two = recall(at("newest", one?.recalled), 1, texts);
    expect(two?.text).toBe("older");
    expect(recall(at("older", two?.recalled), 1, texts)).toBeUndefined();
    expect(recall(at("older", two?.recalled), -1, texts)?.text).toBe("newest");
    expect(recall(at("newest", { index: 0, text: "newest", instead: "mine" }), -1, texts)).toEqual({
      text: "mine",
      recalled: undefined,
    });
  });

  it("move the caret in a text that is being written", () => {
    expect(recall(at("mine"), 1, texts)).toBeUndefined();
    expect(recall(at(""), -1, texts)).toBeUndefined();
    const recalled = { index: 0, text: "newest", instead: "" };
    expect(recall(at("newest!", recalled), 1, texts)).toBeUndefined();
    expect(recall({ text: "newest", caret: 2, recalled }, 1, texts)).toBeUndefined();
  });

  it("know the person's own texts in this channel, newest first, each once", () => {
    const messages = [view("a", 1, { text: "again" }), view("b", 2, { text: "once" }), view("c", 3, { text: "again" })];
    const hers = view("d", 4, { text: "hers", author: { id: "admin", name: "Ada", isEasel: false } });
    const unsent = ["general", "studio"].map((channel) => ({
      message: { id: channel, as: "member", locale: "en", channel, text: `unsent in ${channel}` } as const,
      files: [],
      state: "sending" as const,
      writtenAt: 1,
    }));
    expect(ownTexts([...messages, hers], unsent, here)).toEqual(["unsent in general", "again", "once"]);
  });
});
