import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FileView, MessageView } from "../../../src/platforms/console/api/api.ts";
import { LineageView } from "../../../src/platforms/console/api/lineage.ts";
import { en } from "../../../src/text/en/index.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { mp3, png } from "../../support/media/media-files.ts";

let easel: TestEasel;

beforeAll(async () => {
  easel = await startTestEasel({}, { clock: hurriedClock });
});
afterAll(() => easel.stop());

/** An edit of a picture, requested by one of the two people. */
async function edit(prompt: string, as: "admin" | "member"): Promise<MessageView> {
  const files = [{ name: "ours.png", mimeType: "image/png", bytes: Uint8Array.from(await png()) }];
  await easel.console.say(`@easel ${prompt}`, { files, as });
  return easel.console.see(prompt, (all) => all.find((one) => one.files.some((file) => file.description === prompt)));
}

const undone = (edited: MessageView) => (all: MessageView[]) =>
  all.find((one) => one.replyTo === edited.id && !one.private);

it("Undo is for the edit's requester and for admins", async () => {
  const theirs = await edit("add a sun", "admin");
  await easel.console.press(theirs, "Undo");
  await easel.console.see("the refusal", (all) => all.find((one) => one.text === en.undo.notYours));
  expect(undone(theirs)(easel.console.messages())).toBeUndefined();

  const members = await edit("add a cloud", "member");
  await easel.console.press(members, "Undo", "admin");
  await easel.console.see("what it was", undone(members));
});

const askLineage = ({ id }: MessageView, file: FileView | undefined, as: "admin" | "member"): Promise<Response> =>
  fetch(new URL(`/api/messages/${id}/files/${file?.id ?? "none"}/lineage?as=${as}`, easel.url));

/** A file's lineage as a person sees it: each file with its message. If it is refused, the HTTP status. */
async function lineageOf(
  shown: MessageView,
  file: FileView | undefined,
  as: "admin" | "member" = "member",
): Promise<Record<"from" | "made", string[]> | number> {
  const answer = await askLineage(shown, file, as);
  if (!answer.ok) return answer.status;
  const { from, made } = LineageView.parse(await answer.json());
  const names = (all: LineageView["from"]): string[] => all.map(({ message, file: { url } }) => `${message.id} ${url}`);
  return { from: names(from), made: names(made) };
}

describe("the lineage of a picture", () => {
  const named = ({ id }: MessageView, file: FileView | undefined): string => `${id} ${file?.url ?? ""}`;
  const resultOf = (prompt: string, count = 1): Promise<MessageView> =>
    easel.console.see(prompt, (all) =>
      all.find(({ files }) => files.filter(({ description }) => description === prompt).length === count),
    );

  it("connects each picture of a result with what was made from it, until that is deleted", async () => {
    await easel.console.say("/imagine two herons --count 2");
    const pair = await resultOf("two herons", 2);
    const [one, two] = pair.files;
    await easel.console.say("#2 paint it blue", { replyTo: pair });
    const blue = await resultOf("paint it blue");
    await expect.poll(() => lineageOf(pair, two)).toEqual({ from: [], made: [named(blue, blue.files[0])] });
    expect(await lineageOf(pair, one)).toEqual({ from: [], made: [] });
    expect(await lineageOf(blue, blue.files[0])).toEqual({ from: [named(pair, two)], made: [] });
    await easel.console.press(blue, "Delete");
    await expect.poll(() => lineageOf(pair, two)).toEqual({ from: [], made: [] });
    await expect.poll(() => lineageOf(blue, blue.files[0])).toBe(404);
  });

  it("names the edited picture, and no other one once it is deleted", async () => {
    await easel.console.say("/imagine a stork");
    const stork = await resultOf("a stork");
    const files = [{ name: "style.png", mimeType: "image/png", bytes: Uint8Array.from(await png()) }];
    await easel.console.say("paint it like this", { files, replyTo: stork });
    const painted = await resultOf("paint it like this");
    const lineage = async (): Promise<LineageView> =>
      LineageView.parse(await (await askLineage(painted, painted.files[0], "member")).json());
    await expect.poll(async () => (await lineage()).edited).toBe(stork.files[0]?.id);
    await easel.console.press(stork, "Delete");
    await expect.poll(async () => (await lineage()).from).toHaveLength(1);
    expect((await lineage()).edited).toBeUndefined();
  });

  it("leads from a clip to the pictures that it was made from, but not to its sounds", async () => {
    const files = [
      { name: "first.png", mimeType: "image/png", bytes: Uint8Array.from(await png()) },
      { name: "song.mp3", mimeType: "audio/mpeg", bytes: Uint8Array.from(mp3()) },
    ];
    const id = await easel.console.say("/video a quiet song --model gamma3.0-video-480p --seconds 2", { files });
    const asked = await easel.console.see("the request", (all) => all.find((one) => one.id === id));
    const clip = await resultOf("a quiet song");
    await expect.poll(() => lineageOf(clip, clip.files[0])).toEqual({ from: [named(asked, asked.files[0])], made: [] });
  });

  it("leads from an edit to the person's file, but not from another member's repetition of it", async () => {
    const edited = await edit("add a boat", "admin");
    const asked = await easel.console.see("the request", (all) => all.find(({ id }) => id === edited.replyTo));
    await expect
      .poll(() => lineageOf(edited, edited.files[0]))
      .toEqual({ from: [named(asked, asked.files[0])], made: [] });
    expect(await lineageOf(asked, asked.files[0])).toEqual({ from: [], made: [named(edited, edited.files[0])] });
    await easel.console.press(edited, en.result.again, "member");
    const again = await easel.console.see("the repetition", (all) =>
      all.find(({ id, files }) => id !== edited.id && files.some(({ description }) => description === "add a boat")),
    );
    expect(await lineageOf(again, again.files[0])).toEqual({ from: [], made: [] });
  });

  it("reveals nothing about a message that the reader can't see", async () => {
    await easel.console.say("/imagine two owls --count 2");
    const pair = await resultOf("two owls", 2);
    await easel.console.press(pair, en.forms.pictureNumber(2));
    const own = await easel.console.see("the picture alone", (all) =>
      all.find((message) => message.private && message.files.length > 0),
    );
    expect(await lineageOf(own, own.files[0], "member")).toEqual({ from: [], made: [] });
    expect(await lineageOf(own, own.files[0], "admin")).toBe(404);
    expect(await lineageOf(pair, own.files[0])).toBe(404);
  });
});

describe("a choice for one of several files", () => {
  it("is only about that file, for results and for people's files", async () => {
    await easel.console.say("/imagine two gulls --count 2");
    const pair = await easel.console.see("two gulls", (all) =>
      all.find(({ files }) => files.filter(({ description }) => description === "two gulls").length === 2),
    );
    const { form } = await easel.console.choose(pair, "edit", "member", pair.files[1]);
    expect(form?.about?.text).toContain("Picture 2 of “two gulls”");
    await easel.console.fillIn(form, { values: { prompt: "paint the second" } });
    const painted = await easel.console.see("the edit", (all) =>
      all.find(({ files }) => files.some(({ description }) => description === "paint the second")),
    );
    expect(painted.footer).toContain("from picture 2 of “two gulls”");

    const names = ["one.png", "other.png"];
    const bytes = Uint8Array.from(await png());
    const id = await easel.console.say("look", {
      files: names.map((name) => ({ name, mimeType: "image/png", bytes })),
    });
    const theirs = await easel.console.see("the files", (all) => all.find((one) => one.id === id));
    const { form: second } = await easel.console.choose(theirs, "edit", "member", theirs.files[1]);
    expect(JSON.stringify(second)).toContain("other.png");
    expect(JSON.stringify(second)).not.toContain("one.png");
  });
});
