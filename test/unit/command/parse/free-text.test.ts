import { describe, expect, it } from "vitest";
import type { TextEvent } from "../../../../src/core/chat/event.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aText, GENERAL } from "../../../support/commands.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const file = (name: string, mimeType: string) => ({ source: name, name, mimeType, bytes: 5 });
const CAT = file("cat.jpg", "image/jpeg");
const DOG = file("dog.jpg", "image/jpeg");
const CLIP = file("run.mp4", "video/mp4");
const SONG = file("song.mp3", "audio/mpeg");
const OWN = { message: { conversation: GENERAL, id: "m-result" }, attachments: [], own: true, complete: true };
const theirs = (...attachments: readonly (typeof CAT)[]) => ({
  message: { conversation: GENERAL, id: "m-theirs" },
  attachments,
  own: false,
  complete: true,
});

/** A channel with a result of that many pictures, in the message `m-result`. */
function setUp(pictures = 1) {
  const made = setUpDispatch({}, {}, undefined, { canLoad: async () => true });
  const jobs = Array.from({ length: pictures }, (_, index) => aJob({ state: "succeeded", ordinal: index + 1 }));
  const batch = aBatch();
  const content = (index: number) => ({
    hash: `${index + 1}`.repeat(64),
    bytes: 10,
    mimeType: "image/png",
    width: 8,
    height: 8,
  });
  made.world.know(batch, jobs, {
    artifacts: jobs.map((job, index) => ({
      jobId: job.id,
      state: "fetched" as const,
      content: content(index),
      failure: undefined,
      post: "result",
      succeededAt: EPOCH,
    })),
    posts: { result: "m-result" },
  });
  const buttons = () => (made.responder.answers.at(-1)?.buttons ?? []).map(({ label }) => label);
  const asked = async (text: string, changes: Partial<TextEvent> = {}) => {
    await made.send(aText(text, changes));
    return made.world.requests.map(({ request }) => ({
      kind: request.kind,
      prompt: request.prompt,
      files: request.references.map(({ hash }) => hash.slice(0, 7)),
    }));
  };
  return { ...made, buttons, asked };
}

describe("a reply to a result with several pictures", () => {
  it("asks which one is meant, and makes nothing", async () => {
    const { asked, said } = setUp(2);
    expect(await asked("make it blue", { target: OWN })).toEqual([]);
    expect(said()).toBe(en.reply.which(2, "#1, #2"));
  });

  it("changes the one whose number it names", async () => {
    expect(await setUp(2).asked("#2 make it blue", { target: OWN })).toEqual([
      { kind: "image", prompt: "make it blue", files: ["2222222"] },
    ]);
  });

  it("says which ones there are if it names none of them", async () => {
    const { asked, said } = setUp(2);
    expect(await asked("#3 make it blue", { target: OWN })).toEqual([]);
    expect(said()).toBe(en.reply.noSuch("3", "#1, #2"));
  });
});

describe("a reply to somebody else's message", () => {
  it("uses all its pictures, unless it names one", async () => {
    const target = theirs(CAT, DOG);
    expect(await setUp().asked("put them together", { target })).toEqual([
      { kind: "image", prompt: "put them together", files: ["cat.jpg", "dog.jpg"] },
    ]);
    expect(await setUp().asked("only #2", { target })).toEqual([{ kind: "image", prompt: "only", files: ["dog.jpg"] }]);
  });

  it("uses its pictures before the attached ones", async () => {
    expect(await setUp().asked("put them together", { target: theirs(CAT), attachments: [DOG] })).toEqual([
      { kind: "image", prompt: "put them together", files: ["cat.jpg", "dog.jpg"] },
    ]);
  });

  it("about a message without usable files uses the attached ones, or says why it can't", async () => {
    const target = theirs(file("notes.txt", "text/plain"));
    expect(await setUp().asked("make it blue", { target, attachments: [CAT] })).toEqual([
      { kind: "image", prompt: "make it blue", files: ["cat.jpg"] },
    ]);
    const { asked, said } = setUp();
    expect(await asked("make it blue", { target })).toEqual([]);
    expect(said()).toBe(en.reply.nothingThere);
  });

  it("with a clip makes a clip", async () => {
    expect(await setUp().asked("now at night", { target: theirs(CLIP) })).toEqual([
      { kind: "video", prompt: "now at night", files: ["run.mp4"] },
    ]);
  });
});

describe("a message with files", () => {
  it.each([
    ["a picture", [CAT], "image"],
    ["a clip", [CLIP], "video"],
    ["a picture and a song", [CAT, SONG], "video"],
  ] as const)("with %s makes: %s", async (_what, attachments, kind) => {
    expect(await setUp().asked("a fox runs", { attachments })).toMatchObject([{ kind, prompt: "a fox runs" }]);
  });

  it("with a clip, from people among themselves, is only offered as a clip", async () => {
    const { asked, buttons } = setUp();
    expect(await asked("look at this", { attachments: [CLIP], mentionsUs: false })).toEqual([]);
    expect(buttons()).toEqual([en.talk.makeClip]);
  });
});

describe("the word that asks for a clip", () => {
  it.each([
    ["a fox --video runs", "a fox runs"],
    ["--video a fox runs", "a fox runs"],
    ["a fox runs --VIDEO ", "a fox runs"],
  ])("is no part of the prompt: %j", async (text, prompt) => {
    expect(await setUp().asked(text)).toMatchObject([{ kind: "video", prompt }]);
  });

  it("followed by a link is the video to use", async () => {
    expect(await setUp().asked("a fox runs --video https://a.test/run.mp4")).toMatchObject([
      { kind: "video", prompt: "a fox runs", files: ["https:/"] },
    ]);
  });

  it("is an ordinary word without its dashes", async () => {
    const { asked, said } = setUp();
    expect(await asked("a video of a fox")).toEqual([]);
    expect(said()).toContain(en.talk.question("a video of a fox"));
  });
});

it.each([" ", "/", "!", "……", "“”"])("a message without words says what to write: %j", async (text) => {
  const { asked, said } = setUp();
  expect(await asked(text)).toEqual([]);
  expect(said()).toBe(en.notACommand);
});

it.each(["🦊", "2+2", "狐"])("a message of %j is offered", async (text) => {
  const { asked, said } = setUp();
  expect(await asked(text)).toEqual([]);
  expect(said()).toContain(en.talk.question(text));
});

it("an unclaimed workspace's members are offered a picture too", async () => {
  const { send, world, said } = setUpDispatch({ claimed: false });
  await send(aText("a red fox"));
  expect(world.requests).toEqual([]);
  expect(said()).not.toBe("");
});
