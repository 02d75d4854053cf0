import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { GivenFile } from "../../../src/core/chat/given-file.ts";
import { createReceiveFiles } from "../../../src/command/files/files.ts";
import type { TurnOf } from "../../../src/media/fair-queue.ts";
import type { Intake, Taken } from "../../../src/media/intake.ts";

const MIB = 1024 * 1024;
const signal = new AbortController().signal;
const MAX: TurnOf = { organisationId: "acme", accountId: "max" };
const ALL = ["image", "video", "audio"] as const;

function given(name: string, more: Partial<GivenFile> = {}): GivenFile {
  return { source: `source of ${name}`, name, mimeType: "image/png", bytes: 1, ...more };
}

/** A scripted intake that records its calls. */
function setUp(bytes = 1_000, refuse: (name: string) => boolean = () => false, isAsGiven = true) {
  const asked: { name: string; link: string | undefined; content: string; accept: readonly string[] }[] = [];
  const givenBy: TurnOf[] = [];
  const intake: Pick<Intake, "take"> = {
    async take(file, accept, by): Promise<Taken> {
      const content = (await buffer(await file.open())).toString();
      asked.push({ name: file.name, link: file.link, content, accept });
      givenBy.push(by);
      if (refuse(file.name)) return { ok: false, problem: { rule: "file_empty", name: file.name } };
      const { name } = file;
      const reference = { kind: "image", hash: "a".repeat(64), mimeType: "image/png", name, bytes } as const;
      return { ok: true, reference, isAsGiven };
    },
  };
  const take = createReceiveFiles(intake, {
    links: {
      open: async (link) => ({ mimeType: undefined, bytes: undefined, body: Readable.from([`behind ${link}`]) }),
    },
    media: { open: async (hash) => Readable.from([`kept as ${hash}`]) },
    platform: { openAttachment: async (file) => Readable.from([`attached as ${file.source}`]) },
  });
  return { asked, givenBy, take };
}

const never = (): never => {
  throw new Error("never");
};
/** Accepts nothing. */
const nowhere = { links: { open: never }, media: { open: never }, platform: { openAttachment: never } };

describe("an invocation's files", () => {
  it("come from the platform, a link or Easel's own results, in order", async () => {
    const { asked, take } = setUp();
    const link = given("b.png", { source: "https://a.test/b.png", link: true, kind: "image", option: "mask" });
    const result = given("c.png", { source: "c".repeat(64), kept: true });
    const taken = await take([given("a.png"), link, result], ALL, MAX, signal);
    expect(asked).toEqual([
      { name: "a.png", link: undefined, content: "attached as source of a.png", accept: ALL },
      { name: "b.png", link: link.source, content: "behind https://a.test/b.png", accept: ["image"] },
      { name: "c.png", link: undefined, content: `kept as ${"c".repeat(64)}`, accept: ALL },
    ]);
    expect(taken).toMatchObject({
      ok: true,
      value: [
        { option: undefined, reference: { name: "a.png" } },
        { option: "mask", reference: { name: "b.png" } },
        { option: undefined, reference: { name: "c.png" } },
      ],
    });
  });

  it("use their member's turns", async () => {
    const { givenBy, take } = setUp();
    await take([given("a.png"), given("b.png")], ALL, MAX, signal);
    expect(givenBy).toEqual([MAX, MAX]);
  });

  it.each([true, false])("keep the platform's public address only if unchanged: %s", async (isAsGiven) => {
    const publicUrl = { url: "https://cdn.test/a.png", expiresAt: 1_000 };
    const { take } = setUp(1, undefined, isAsGiven);
    const taken = await take([given("a.png", { publicUrl })], ALL, MAX, signal);
    if (!taken.ok) throw new Error("refused");
    expect(taken.value[0]?.reference.publicUrl).toEqual(isAsGiven ? publicUrl : undefined);
  });

  it("are limited to the option's kind", async () => {
    const { asked, take } = setUp();
    await take([given("a.mp4", { kind: "video" })], ["image"], MAX, signal);
    expect(asked[0]?.accept).toEqual(["image"]);
  });

  it("are refused with all their problems", async () => {
    const { take } = setUp(1, (name) => name !== "good.png");
    const taken = await take([given("a.png"), given("good.png"), given("b.png")], ALL, MAX, signal);
    const problems = ["a.png", "b.png"].map((name) => ({ rule: "file_empty", name }));
    expect(taken).toEqual({ ok: false, problems });
  });

  it("are loaded only up to their total limit", async () => {
    const { asked, take } = setUp(80 * MIB);
    const taken = await take(
      Array.from({ length: 10 }, (_, at) => given(`${at}.png`)),
      ALL,
      MAX,
      signal,
    );
    const problem = { rule: "files_too_large", bytes: 560 * MIB, max: 512 * MIB };
    expect(taken).toEqual({ ok: false, problems: [problem] });
    expect(asked).toHaveLength(7);
  });

  it("are refused with the name of the one that timed out, without loading the rest", async () => {
    const over = new AbortController();
    const asked: string[] = [];
    const intake: Pick<Intake, "take"> = {
      async take(file, _accept, _by, waiting) {
        asked.push(file.name);
        over.abort(new DOMException("too late", "TimeoutError"));
        waiting.throwIfAborted();
        throw new Error("never");
      },
    };
    const take = createReceiveFiles(intake, nowhere);
    const taken = await take([given("a.png"), given("b.png")], ALL, MAX, over.signal);
    expect(taken).toEqual({ ok: false, problems: [{ rule: "file_unavailable", name: "a.png" }] });
    expect(asked).toEqual(["a.png"]);
  });

  it("reject on an error of Easel's own, also after the caller has stopped", async () => {
    const stopped = new AbortController();
    stopped.abort(new Error("stopping"));
    const intake: Pick<Intake, "take"> = { take: () => Promise.reject(new Error("the disk is broken")) };
    const take = createReceiveFiles(intake, nowhere);
    await expect(take([given("a.png")], ALL, MAX, stopped.signal)).rejects.toThrow("the disk is broken");
    await expect(take([given("a.png")], ALL, MAX, signal)).rejects.toThrow("the disk is broken");
  });

  it("are not loaded at all if there are too many", async () => {
    const { asked, take } = setUp();
    const taken = await take(
      Array.from({ length: 41 }, (_, at) => given(`${at}.png`)),
      ALL,
      MAX,
      signal,
    );
    expect(taken).toEqual({ ok: false, problems: [{ rule: "too_many_files_in_all", count: 41, max: 40 }] });
    expect(asked).toEqual([]);
  });
});
