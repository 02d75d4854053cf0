import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { systemClock } from "../../../src/lib/clock.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { openMedia } from "../../../src/app/context/media.ts";
import { openStoredJobs } from "../../support/database/stored-jobs.ts";

it("opens a store that yields to interactive work", async () => {
  const stored = await openStoredJobs();
  const dataDir = await mkdtemp(join(tmpdir(), "easel-opening-"));
  let asked = 0;
  const replyPriority = { take: () => () => undefined, give: () => void asked++ };
  const config = readConfig({ DATA_DIR: dataDir }, dataDir);
  const parts = { db: stored.db, clock: systemClock, random: Math.random, replyPriority, log: createLog("silent") };
  const opened = await openMedia(config, parts, new AbortController().signal);
  const { hash } = await opened.store.put(Readable.from([Buffer.from("a picture")]), { maxBytes: 100 });
  expect(asked).toBe(1);
  expect(await text(await opened.store.open(hash))).toBe("a picture");
  expect(asked).toBeGreaterThan(1);
  await opened[Symbol.asyncDispose]();
  await stored.close();
  await rm(dataDir, { recursive: true });
});
