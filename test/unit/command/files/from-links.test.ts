import { describe, expect, it } from "vitest";
import { commands } from "../../../../commands/index.ts";
import type { Target } from "../../../../src/core/chat/event.ts";
import type { Linked } from "../../../../src/core/chat/platform.ts";
import { REQUEST_FILES } from "../../../../src/lib/limits.ts";
import { aText, createCommandWorld, GENERAL } from "../../../support/commands.ts";
import { aBatch, aJob, EPOCH } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const STUDIO = { ...GENERAL, channel: "studio" };
const file = (name: string, mimeType: string) => ({ source: name, name, mimeType, bytes: 5 });
const CAT = file("cat.jpg", "image/jpeg");
const DOG = file("dog.jpg", "image/jpeg");
const SONG = file("song.mp3", "audio/mpeg");
const NOTES = file("notes.txt", "text/plain");
const link = (name: string) => `https://chat.test/${name}`;
const message = (id: string, attachments: readonly (typeof CAT)[], changes: Partial<Target> = {}): Linked => ({
  kind: "message",
  target: { message: { conversation: GENERAL, id }, attachments, own: false, complete: true, ...changes },
});

const MESSAGES: Readonly<Record<string, Linked>> = {
  cat: message("m-cat", [CAT]),
  both: message("m-both", [DOG, NOTES, SONG]),
  notes: message("m-notes", [NOTES]),
  dark: message("m-dark", [], { complete: false }),
  result: message("m-result", [], { own: true }),
  threaded: message("m-result", [], {
    own: true,
    message: { conversation: { ...GENERAL, thread: "m-result" }, id: "m-result" },
  }),
  studio: message("m-studio", [], { own: true, message: { conversation: STUDIO, id: "m-studio" } }),
  elsewhere: { kind: "elsewhere" },
  unseen: { kind: "unseen" },
  many: { kind: "too_many", max: 7 },
};

/** A request for a clip that names these messages, after a result in this channel and one in the studio. */
async function ask(from: string, attachments: readonly (typeof CAT)[] = []) {
  const { platform } = createCommandWorld();
  const followed: string[] = [];
  const linked = async (given: string): Promise<Linked> => {
    followed.push(given);
    return MESSAGES[given.replace("https://chat.test/", "")] ?? { kind: "no_message" };
  };
  const made = setUpDispatch({}, {}, commands, {
    platform: { ...platform, linked },
    canLoad: async () => true,
  });
  const results = [GENERAL, STUDIO].map((conversation, index) => {
    const [batch, job] = [aBatch({ conversation }), aJob({ state: "succeeded" })];
    const content = { hash: `${index + 1}`.repeat(64), bytes: 10, mimeType: "image/png", width: 8, height: 8 };
    const artifact = { jobId: job.id, state: "fetched" as const, content, failure: undefined, succeededAt: EPOCH };
    made.world.know(batch, [job], {
      artifacts: [{ ...artifact, post: "result" }],
      posts: { result: index === 0 ? "m-result" : "m-studio" },
    });
    return batch.id;
  });
  await made.send(aText(`/video a fox runs --from "${from}"`, { attachments }));
  const [request] = made.world.requests;
  return {
    files: request?.request.references.map(({ hash }) => hash.slice(0, 8)),
    parent: request?.parent?.batchId,
    refusals: made.refusals,
    said: made.said(),
    followed,
    results,
  };
}

describe("messages that a request links", () => {
  it("give it their pictures, clips and sounds, after its own files and in their order", async () => {
    const { files, parent } = await ask(`${link("both")} ${link("cat")}`, [file("own.png", "image/png")]);
    expect(files).toEqual(["own.png", "dog.jpg", "song.mp3", "cat.jpg"]);
    expect(parent).toBeUndefined();
  });

  it.each([`${link("cat")} ${link("cat")}`, `<${link("cat")}>`, `, ${link("cat")},\n`])(
    "count once, with brackets and commas or without: %j",
    async (from) => {
      const { files, followed } = await ask(from);
      expect(files).toEqual(["cat.jpg"]);
      expect(followed).toEqual([link("cat")]);
    },
  );

  it.each(["result", "threaded"])("may be a result, which the request then continues: %s", async (name) => {
    const { files, parent, results } = await ask(link(name));
    expect(files).toEqual(["11111111"]);
    expect(parent).toBe(results[0]);
  });

  it("beside other files continue nothing", async () => {
    const both = await ask(`${link("result")} ${link("cat")}`);
    expect(both.files).toEqual(["11111111", "cat.jpg"]);
    expect(both.parent).toBeUndefined();
    expect((await ask(link("result"), [CAT])).parent).toBeUndefined();
  });

  it("of another channel give their result, but the recipe does not show it", async () => {
    const { files, parent } = await ask(link("studio"));
    expect(files).toEqual(["22222222"]);
    expect(parent).toBeUndefined();
  });

  it.each(["nothing", "elsewhere", "unseen", "dark", "notes"])(
    "are refused if they can't be used, and no more are followed: %s",
    async (name) => {
      const { files, refusals, said, followed } = await ask(`${link("cat")} ${link(name)} ${link("both")}`);
      expect(files).toBeUndefined();
      expect(refusals).toEqual([["message_link"]]);
      expect(said).toContain(link(name));
      expect(followed).toEqual([link("cat"), link(name)]);
    },
  );

  it("are refused if somebody follows too many, or names too many", async () => {
    const { refusals, said } = await ask(link("many"));
    expect(refusals).toEqual([["too_many_message_links"]]);
    expect(said).toContain("7");
    const tooMany = Array.from({ length: REQUEST_FILES + 1 }, (_, index) => link(`cat?${index}`));
    const many = await ask(tooMany.join(" "));
    expect(many.refusals).toEqual([["too_many_files_in_all"]]);
    expect(many.followed).toEqual([]);
  });
});
