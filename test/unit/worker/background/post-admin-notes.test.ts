import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Month } from "../../../../src/core/account/quota/usage.ts";
import type { OutgoingFile } from "../../../../src/core/chat/message.ts";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import type { Platform } from "../../../../src/core/chat/platform.ts";
import { createAdminNotes } from "../../../../src/worker/background/post-admin-notes.ts";
import type { AdminNote } from "../../../../src/core/delivery/admin-notes.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const conversation = { platform: "discord", workspace: "1", channel: "2" } as const;
const NOTE: AdminNote = { id: "aa-bb-cc", organisationId: "o-1", conversation, text: "A key was refused.", tries: 2 };

const FILE = { name: "usage-month.csv" } as OutgoingFile;
const MONTH: Month = {
  workspace: "discord:1",
  startsAt: new Date(0),
  endsAt: new Date(1),
  timeZone: "UTC",
  locale: "en",
};

interface Given {
  /** Undefined: the first note is posted. */
  readonly failure?: Error;
  /** The platform prevents two posts with one key. */
  readonly postOnce?: boolean;
  /** A post of the note from before a crash. */
  readonly isThere?: boolean;
  readonly isHeld?: boolean;
  readonly dueFails?: boolean;
  readonly report?: Month;
}

/** Runs one round over two due notes; returns the calls and the log. */
async function oneRound({ failure, postOnce = true, isThere, isHeld = true, dueFails, report }: Given = {}) {
  const clock = createManualClock();
  const stopping = new AbortController();
  const done: unknown[] = [];
  const logged: { msg: string; note?: string; err?: { message: string } }[] = [];
  const platform = {
    name: "discord",
    capabilities: { postOnce },
    async findPost(_at: unknown, key: string) {
      done.push(["find", key]);
      return isThere ? { conversation, id: "m-1" } : undefined;
    },
    async post(at: unknown, message: unknown, key: string) {
      done.push(["post", at, message, key]);
      if (failure) throw failure;
      return { conversation, id: "m-1" };
    },
  } as unknown as Platform;
  const notes = createAdminNotes({
    filesOf: async (organisationId, month) => {
      done.push(["files", organisationId, month]);
      return [FILE];
    },
    store: {
      async hold(name, workerId) {
        done.push(["hold", name, workerId]);
        return isHeld;
      },
      async due(name) {
        if (dueFails) throw new Error("database away");
        return name === "discord"
          ? [
              { ...NOTE, report },
              { ...NOTE, id: "dd" },
            ].slice(0, failure ? 1 : 2)
          : [];
      },
      posted: async (id) => void done.push(["posted", id]),
      failed: async (...args) => void done.push(["failed", ...args]),
    },
    platforms: [platform],
    clock,
    random: () => 0.5,
    log: pino({ level: "warn" }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  const running = notes.run("w-1", stopping.signal);
  await settled();
  const first = done.splice(0);
  clock.advance(1_999);
  await settled();
  const early = done.length;
  clock.advance(1);
  await settled();
  const again = done.length;
  stopping.abort();
  await expect(running).rejects.toThrow("abort");
  return { first, early, again, logged };
}

const HOLD = ["hold", "discord", "w-1"];
const POST = ["post", conversation, { text: NOTE.text }, "aabbcc"];
const SECOND = [
  ["post", conversation, { text: NOTE.text }, "dd"],
  ["posted", "dd"],
];

describe("notes to admins", () => {
  it("are posted in order, and checked again after two seconds", async () => {
    const { first, early, again, logged } = await oneRound();
    expect(first).toEqual([HOLD, POST, ["posted", NOTE.id], ...SECOND]);
    expect(early).toBe(0);
    expect(again).toBeGreaterThan(0);
    expect(logged).toEqual([]);
  });

  it("are searched for first if the platform would post them twice", async () => {
    expect((await oneRound({ postOnce: false })).first).toEqual([
      HOLD,
      ["find", "aabbcc"],
      POST,
      ["posted", NOTE.id],
      ["find", "dd"],
      ...SECOND,
    ]);
    expect((await oneRound({ postOnce: false, isThere: true })).first).toEqual([
      HOLD,
      ["find", "aabbcc"],
      ["posted", NOTE.id],
      ["find", "dd"],
      ["posted", "dd"],
    ]);
  });

  it("are left to the worker that posts on the platform", async () => {
    expect((await oneRound({ isHeld: false })).first).toEqual([HOLD]);
  });

  it.each<[string, PlatformError, number | undefined]>([
    ["with growing delays", new PlatformError("unavailable", "away"), 15_000],
    ["never if that can't help", new PlatformError("gone", "no such channel"), undefined],
  ])("are retried %s", async (_what, failure, againMs) => {
    const { first, logged } = await oneRound({ failure });
    expect(first).toEqual([HOLD, POST, ["failed", NOTE.id, failure.failure, againMs]]);
    expect(logged[0]).toMatchObject({
      note: NOTE.id,
      msg: "a note to admins could not be posted",
      err: { message: failure.message },
    });
  });

  it.each<[Given, string]>([
    [{ failure: new Error("database away") }, "database away"],
    [{ dueFails: true }, "database away"],
  ])("are retried if the database does not answer: %o", async (given, message) => {
    const { first, again, logged } = await oneRound(given);
    expect(first.slice(0, 1)).toEqual([HOLD]);
    expect(first).not.toContainEqual(expect.arrayContaining(["failed"]));
    expect(again).toBeGreaterThan(0);
    expect(logged[0]).toMatchObject({ msg: "notes to admins could not be read; trying again", err: { message } });
  });
});

it("a report is posted with its chart and table", async () => {
  const { first } = await oneRound({ report: MONTH });
  expect(first.slice(1, 4)).toEqual([
    ["files", "o-1", MONTH],
    ["post", conversation, { text: NOTE.text, files: [FILE] }, "aabbcc"],
    ["posted", "aa-bb-cc"],
  ]);
});

it("the files of a report that was already posted are not made again", async () => {
  const { first } = await oneRound({ report: MONTH, postOnce: false, isThere: true });
  expect(first.filter((call) => Array.isArray(call) && (call[0] === "files" || call[0] === "post"))).toEqual([]);
});
