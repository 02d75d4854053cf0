import { describe, expect, it } from "vitest";
import { KEPT_FILE_BYTES, KEPT_FILE_MS } from "../../../src/web/state/draft/file-shelf.ts";
import { createBrowserStorage, storedIn } from "../../support/console/browser-storage.ts";
import { createMemoryFiles } from "../../support/console/memory-files.ts";

/** A file that says it has this size. */
function sized(name: string, size: number): File {
  return Object.defineProperty(new File([name], name), "size", { value: size });
}

function setUp() {
  const storage = createBrowserStorage();
  const memory = createMemoryFiles();
  const found = async (...ids: string[]) => [...(await memory.kept(storage).find(ids)).keys()];
  return { storage, memory, found, kept: memory.kept(storage) };
}

describe("files that were attached but not sent", () => {
  it("are kept up to a total size, and make room when they are dropped", async () => {
    const { kept, memory, found } = setUp();
    kept.keep("large", sized("large", KEPT_FILE_BYTES - 1));
    kept.keep("two", sized("two", 2));
    kept.keep("one", sized("one", 1));
    await expect.poll(() => memory.ids()).toEqual(["large", "one"]);
    expect(await found("large", "two", "one")).toEqual(["large", "one"]);
    kept.drop(["large"]);
    await expect.poll(() => memory.ids()).toEqual(["one"]);
    kept.keep("two", sized("two", 2));
    await expect.poll(() => memory.ids()).toEqual(["one", "two"]);
  });

  it("are kept for a limited time", async () => {
    const { kept, memory, found, storage } = setUp();
    kept.keep("old", sized("old", 1));
    memory.pass(KEPT_FILE_MS - 1);
    kept.keep("new", sized("new", 1));
    expect(await found("old", "new")).toEqual(["old", "new"]);
    memory.pass(1);
    expect(await found("old", "new")).toEqual(["new"]);
    await expect.poll(() => [memory.ids(), Object.keys(storedIn(storage))]).toEqual([["new"], ["easel.file.new"]]);
  });

  it("are deleted when nothing refers to them after a reload", async () => {
    const { kept, memory, storage } = setUp();
    kept.keep("used", sized("used", 1));
    kept.keep("unused", sized("unused", 1));
    const next = memory.kept(storage);
    await next.find(["used"]);
    next.dropOthers();
    await expect.poll(() => memory.ids()).toEqual(["used"]);
  });

  it("are lost where the browser stores nothing, without an error", async () => {
    const { kept, memory, found, storage } = setUp();
    memory.block();
    kept.keep("one", sized("one", 1));
    await expect.poll(() => storedIn(storage)).toEqual({});
    expect(await found("one")).toEqual([]);
    await kept.clear();
  });

  it("that can't be deleted now are deleted by the next page", async () => {
    const { kept, memory, storage } = setUp();
    kept.keep("one", sized("one", 1));
    await expect.poll(() => memory.ids()).toEqual(["one"]);
    const later = createMemoryFiles();
    later.block();
    await later.kept(storage).clear();
    expect(Object.keys(storedIn(storage))).toEqual(["easel.file.one"]);
    memory.kept(storage).dropOthers();
    await expect.poll(() => [memory.ids(), storedIn(storage)]).toEqual([[], {}]);
  });

  it("are all gone after a log-out", async () => {
    const { kept, memory, storage } = setUp();
    kept.keep("one", sized("one", 1));
    await kept.clear();
    expect([memory.ids(), storedIn(storage)]).toEqual([[], {}]);
  });
});
