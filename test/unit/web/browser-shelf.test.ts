import { expect, it } from "vitest";
import { createBrowserShelf } from "../../../src/web/state/browser-shelf.ts";
import type { OutboxItem } from "../../../src/web/state/outbox.ts";
import { createBrowserStorage } from "../../support/console/browser-storage.ts";

function item(text: string): OutboxItem {
  const message = { id: crypto.randomUUID(), as: "member", locale: "en", channel: "general", text } as const;
  return { message, files: [], state: "sending", writtenAt: 1 };
}

it("removes the messages of all tabs at once, and nothing else", () => {
  const storage = createBrowserStorage();
  storage.setItem("easel.locale", "en");
  const [here, elsewhere] = [createBrowserShelf(storage), createBrowserShelf(storage)];
  const [mine, theirs] = [item("mine"), item("theirs")];
  here.save(mine);
  elsewhere.save(theirs);
  expect(here.load()).toEqual([mine, theirs]);
  here.clear();
  // The other tab tries once more before it learns that nobody is logged in.
  elsewhere.update(theirs);
  expect(elsewhere.load()).toEqual([]);
  expect(storage.getItem("easel.locale")).toBe("en");
  elsewhere.save(theirs);
  elsewhere.update({ ...theirs, message: { ...theirs.message, text: "changed" } });
  expect(here.load().map(({ message }) => message.text)).toEqual(["changed"]);
});
