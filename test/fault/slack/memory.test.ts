import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { OutgoingFile } from "../../../src/core/chat/message.ts";
import { startFakeSlack, type FakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { createTestDatabase, type TestDatabase } from "../../support/database/postgres.ts";
import { startTestSlack, type TestSlack } from "../../support/slack/slack-platform.ts";

const MIB = 1024 * 1024;
/** The allowed growth of resident memory, with unused buffers collected here and in the server next to us. */
const MAY_GROW = 64 * MIB;
const COLLECT_EVERY = 4 * MIB;

let database: TestDatabase;
let slack: FakeSlack;
let adapter: TestSlack;
let collect: () => void;

beforeAll(async () => {
  database = await createTestDatabase();
  slack = await startFakeSlack();
  slack.addChannel({ name: "studio" });
  adapter = await startTestSlack(slack, database.url);
  setFlagsFromString("--expose_gc");
  collect = runInNewContext("gc") as () => void;
  await post(clip(MIB));
});
afterAll(async () => {
  await adapter.end();
  await slack.close();
  await database.drop();
});

/** A clip in newly allocated pieces of 64 KiB, as they would come from a disk. */
function clip(bytes: number): OutgoingFile {
  function* pieces(): Generator<Buffer> {
    for (let at = 0; at < bytes; at += 65_536) {
      if (at % COLLECT_EVERY === 0) collect();
      yield Buffer.alloc(65_536, at / 65_536);
    }
  }
  return {
    name: "clip.mp4",
    mimeType: "video/mp4",
    bytes,
    description: "a clip",
    open: () => Promise.resolve(Readable.from(pieces(), { objectMode: false })),
  };
}

async function post(file: OutgoingFile): Promise<void> {
  const [channel] = slack.world.channels.keys();
  const conversation = { platform: "slack", workspace: slack.world.team.id, channel: channel ?? "" } as const;
  await adapter.platform.post(conversation, { text: "here", files: [file] }, randomBytes(16).toString("hex"));
}

it("a clip of 100 MB is uploaded in constant memory", async () => {
  collect();
  const before = process.memoryUsage.rss();
  let most = before;
  const look = (): void => {
    most = Math.max(most, process.memoryUsage.rss());
  };
  const looking = setInterval(look, 2);
  await post(clip(100 * MIB));
  clearInterval(looking);
  look();
  expect([...slack.world.files.values()].at(-1)).toMatchObject({ bytes: 100 * MIB, state: "complete" });
  expect(most - before).toBeLessThan(MAY_GROW);
});
