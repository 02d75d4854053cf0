import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../src/core/chat/errors.ts";
import type { OutgoingFile } from "../../../../src/core/chat/message.ts";
import type { SlackWeb } from "../../../../src/platforms/slack/connect/web-api.ts";
import { createDirectChannels } from "../../../../src/platforms/slack/post/direct-channels.ts";
import {
  createDirectFiles,
  SLACK_DIRECT_FILES,
  type DirectFiles,
} from "../../../../src/platforms/slack/post/direct-files.ts";
import type { Poster } from "../../../../src/platforms/slack/post/posting.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

const DAY_MS = 24 * 3_600_000;

/** A Slack that accepts everything, unless it is in trouble. */
function setUp() {
  const clock = createManualClock();
  const opened: string[] = [];
  const keys: string[] = [];
  let trouble: PlatformError | undefined;
  const call: SlackWeb["call"] = async (_method, args, schema) => {
    opened.push(String(args["users"]));
    return schema.parse({ channel: { id: `D${String(args["users"])}` } });
  };
  const post: Poster["post"] = async (conversation, _message, key) => {
    if (trouble) throw trouble;
    keys.push(key);
    return { conversation, id: `${keys.length}.000001` };
  };
  /** One process. */
  const start = () =>
    createDirectFiles({ directChannelOf: createDirectChannels({ web: { call }, clock }), poster: { post }, clock });
  return { clock, opened, keys, start, fail: (error: PlatformError | undefined) => void (trouble = error) };
}

function file(name: string, hash?: string): OutgoingFile {
  const open = async (): Promise<Readable> => Readable.from([]);
  return { name, mimeType: "image/webp", bytes: 1, description: "", ...(hash === undefined ? {} : { hash }), open };
}

function answer(files: readonly OutgoingFile[]): Parameters<DirectFiles["send"]>[2] {
  return { about: "", files };
}

describe("files for one person", () => {
  it("have the same key in every process for a day, and another for each person, file and day", async () => {
    const { clock, keys, start } = setUp();
    await start().send("T1", "U1", answer([file("fox.webp", "f0")]));
    await start().send("T1", "U1", answer([file("fox.webp", "f0")]));
    expect(keys[1]).toBe(keys[0]);
    const directFiles = start();
    await directFiles.send("T1", "U2", answer([file("fox.webp", "f0")]));
    await directFiles.send("T1", "U1", answer([file("fox.webp", "f1")]));
    clock.advance(DAY_MS);
    await directFiles.send("T1", "U1", answer([file("fox.webp", "f0")]));
    expect(new Set(keys).size).toBe(4);
  });

  it("are sent again if they were made for one answer and have changed since", async () => {
    const { keys, opened, start } = setUp();
    const { send } = start();
    const table = (rows: string): OutgoingFile => ({ ...file("audit.csv"), open: async () => Readable.from([rows]) });
    const first = await send("T1", "U1", answer([table("a"), table("b")]));
    expect(await send("T1", "U1", answer([table("a"), table("b")]))).toEqual(first);
    expect(keys).toHaveLength(1);
    await send("T1", "U1", answer([table("a"), table("c")]));
    expect(new Set(keys).size).toBe(2);
    expect(opened).toEqual(["U1"]);
  });

  it("are sent by the next try after one that failed", async () => {
    const { keys, start, fail } = setUp();
    const { send } = start();
    fail(new PlatformError("unavailable", "HTTP 503"));
    await expect(send("T1", "U1", answer([file("fox.webp", "f0")]))).rejects.toThrow("HTTP 503");
    fail(undefined);
    expect(await send("T1", "U1", answer([file("fox.webp", "f0")]))).toMatchObject({ id: "1.000001" });
    expect(keys).toHaveLength(1);
  });

  it("count one by one if a message has several", async () => {
    const { keys, start } = setUp();
    const { send } = start();
    const pairs = Array.from({ length: SLACK_DIRECT_FILES.member }, (_, n) => [
      file("usage.png", `p${n}`),
      file("usage.csv", `c${n}`),
    ]);
    const refs = await Promise.all(pairs.map((pair) => send("T1", "U1", answer(pair))));
    expect(refs.filter((ref) => ref !== undefined)).toHaveLength(SLACK_DIRECT_FILES.member / 2);
    expect(keys).toHaveLength(SLACK_DIRECT_FILES.member / 2);
  });

  it("are not sent beyond a limit in a minute, and those that were sent are still found", async () => {
    const { clock, keys, start } = setUp();
    const { send } = start();
    const files = Array.from({ length: SLACK_DIRECT_FILES.member + 2 }, (_, n) => file("fox.webp", `f${n}`));
    const refs = await Promise.all(files.map((one) => send("T1", "U1", answer([one]))));
    expect(refs.filter((ref) => ref === undefined)).toHaveLength(2);
    expect(await send("T1", "U1", answer(files.slice(0, 1)))).toEqual(refs[0]);
    expect(keys).toHaveLength(SLACK_DIRECT_FILES.member);
    clock.advance(60_000);
    expect(await send("T1", "U1", answer(files.slice(-1)))).toBeDefined();
  });
});
