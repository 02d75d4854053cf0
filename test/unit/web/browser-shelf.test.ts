import { expect, it } from "vitest";
import { createBrowserShelf } from "../../../src/web/state/browser-shelf.ts";
import type { OutboxItem } from "../../../src/web/state/outbox.ts";
import { createBrowserStorage, storedIn } from "../../support/console/browser-storage.ts";

function item(text: string): OutboxItem {
  const message = { id: crypto.randomUUID(), as: "member", locale: "en", channel: "general", text } as const;
  return { message, files: [], state: "sending", writtenAt: 1 };
}

it("removes entries that are not unsent messages, and keeps the others", () => {
  const storage = createBrowserStorage();
  const shelf = createBrowserShelf(storage);
  const [whole, { message, ...rest }] = [item("whole"), item("other")];
  shelf.save({ ...whole, files: [{ name: "a.png", upload: "u1", width: 2, height: 1 }] });
  const damaged: readonly unknown[] = [
    null,
    [],
    { ...rest },
    { ...rest, message: { ...message, text: 1 } },
    { ...rest, message: { ...message, as: "somebody" } },
    { ...rest, message: { ...message, locale: "fr" } },
    { ...rest, message: { ...message, replyTo: 1 } },
    { ...rest, message, files: [{ upload: "u1" }] },
    { ...rest, message, files: [{ name: "a.png", width: "2" }] },
    { ...rest, message, writtenAt: "now" },
  ];
  damaged.forEach((value, index) => storage.setItem(`easel.outbox.${index}`, JSON.stringify(value)));
  expect(shelf.load()).toEqual([{ ...whole, files: [{ name: "a.png", upload: "u1", width: 2, height: 1 }] }]);
  expect(Object.keys(storedIn(storage))).toEqual([`easel.outbox.${whole.message.id}`]);
});

it("removes the messages of all tabs, and nothing else", () => {
  const storage = createBrowserStorage();
  storage.setItem("easel.locale", "en");
  const [here, elsewhere] = [createBrowserShelf(storage), createBrowserShelf(storage)];
  const [mine, theirs] = [item("mine"), item("theirs")];
  here.save(mine);
  elsewhere.save(theirs);
  expect(here.load()).toEqual([mine, theirs]);
  here.clear();
  // The other tab tries once more before it learns that its person has logged out.
  elsewhere.update(theirs);
  expect(elsewhere.load()).toEqual([]);
  expect(storage.getItem("easel.locale")).toBe("en");
  elsewhere.save(theirs);
  elsewhere.update({ ...theirs, message: { ...theirs.message, text: "changed" } });
  expect(here.load().map(({ message }) => message.text)).toEqual(["changed"]);
});
