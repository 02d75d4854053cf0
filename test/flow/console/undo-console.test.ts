import { afterAll, beforeAll, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { en } from "../../../src/text/en/index.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { png } from "../../support/media/media-files.ts";

let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel();
});
afterAll(() => easel.stop());

/** An edit of a picture, asked for by one of the two. */
async function edit(prompt: string, as: "admin" | "member"): Promise<MessageView> {
  const files = [{ name: "ours.png", mimeType: "image/png", bytes: Uint8Array.from(await png()) }];
  await easel.console.say(`@easel ${prompt}`, { files, as });
  return easel.console.see(prompt, (all) => all.find((one) => one.files.some((file) => file.description === prompt)));
}

const undone = (edited: MessageView) => (all: MessageView[]) =>
  all.find((one) => one.replyTo === edited.id && !one.private);

it("Undo is for the one who asked for the edit, and for admins", async () => {
  const theirs = await edit("add a sun", "admin");
  await easel.console.press(theirs, "Undo");
  await easel.console.see("the refusal", (all) => all.find((one) => one.text === en.undo.notYours));
  expect(undone(theirs)(easel.console.messages())).toBeUndefined();

  const members = await edit("add a cloud", "member");
  await easel.console.press(members, "Undo", "admin");
  await easel.console.see("what it was", undone(members));
});
