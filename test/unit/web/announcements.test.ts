import { expect, it } from "vitest";
import { listen } from "../../../src/web/state/log/announcements.ts";
import { view } from "../../support/console/message-view.ts";

const easel = { id: "easel", name: "Easel", isEasel: true };
const progress = { items: [{ state: "running", label: "Making" }] } as const;
const making = view("job", 3, {
  author: easel,
  text: "Max asked for **a fox**",
  progress: { items: [...progress.items], pictures: [] },
});

it("reads out what arrives, but neither the reader's own messages nor older ones that are loaded later", () => {
  const opened = listen(undefined, [view("old", 2)], "admin");
  expect(opened.words).toBe("");
  const arrived = listen(opened.heard, [view("older", 1), view("old", 2), making, view("mine", 4)], "member");
  expect(arrived.words).toBe("Easel: Max asked for a fox");
  expect(listen(arrived.heard, [making, view("mine", 4)], "member").words).toBe("");
});

it("reads out a result when it is done, whatever changed before that", () => {
  const opened = listen(undefined, [making], "member");
  const later = listen(opened.heard, [{ ...making, revision: 4 }], "member");
  expect(later.words).toBe("");
  const { progress: _over, ...done } = { ...making, revision: 5, text: "", quote: "a fox" };
  expect(listen(later.heard, [done], "member").words).toBe("Easel: a fox");
});
