import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import postgres from "postgres";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { startClipGateway, type ClipGateway } from "../../support/gateway/clip-gateway.ts";
import { type ConsoleClient, createConsoleClient } from "../../support/console/console-client.ts";
import { factsOf } from "../../support/media/clip.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { largeClip } from "../../support/media/large-files.ts";
import { createTestDatabase } from "../../support/database/postgres.ts";
import { killHard, until } from "../../support/process/processes.ts";

const MIB = 1024 * 1024;
/** A fraction of any platform's limit, so that a clip of a second exceeds it. */
const LIMIT = 2 * MIB;
const texts = textsFor("en");
const EASEL = fileURLToPath(new URL("../../support/fault/easel-fault-process.ts", import.meta.url));
let clip: Buffer;
let gateway: ClipGateway;
let easel: TestEasel | undefined;

beforeAll(async () => {
  clip = await largeClip({ width: 640, height: 360, seconds: 1, bits: 40_000_000 });
  gateway = await startClipGateway(clip);
}, 60_000);

afterEach(async () => {
  await easel?.stop();
  easel = undefined;
});

afterAll(() => gateway.close());

const start = (consoleFileBytes: number): Promise<TestEasel> =>
  startTestEasel(gateway.environment, { clock: hurriedClock, consoleFileBytes });

/** The result's message: Easel's last one, other than a notice. */
function result(messages: readonly MessageView[]): MessageView | undefined {
  return messages.find((one) => one.author.isEasel && one.buttons.some(({ label }) => label === texts.result.again));
}

/** Encoding yields to everything else, so it may be slow on a busy machine. */
async function resultOf(client: ConsoleClient): Promise<MessageView> {
  await until(() => result(client.messages()) !== undefined, 90_000);
  return client.see("the result", result);
}

function linkIn(message: MessageView): string {
  return /https?:\S+\/results\/\S+/.exec(message.text)?.[0] ?? "";
}

it(
  "posts a clip that is too large for its channel smaller, and links it as it was made",
  { timeout: 120_000 },
  async () => {
    easel = await start(LIMIT);
    await easel.console.say("/video a paper boat");
    expect(clip.length).toBeGreaterThan(LIMIT);
    const message = await resultOf(easel.console);
    const [file] = message.files;
    expect(file?.bytes).toBeLessThanOrEqual(LIMIT);
    const posted = Buffer.from(await (await fetch(new URL(file?.url ?? "", easel.url))).arrayBuffer());
    expect(posted.length).toBe(file?.bytes);
    const facts = await factsOf(posted);
    expect(facts).toMatchObject({ width: 640, height: 360 });
    expect(Math.abs(facts.duration - 1)).toBeLessThan(0.2);

    expect(message.text).toContain("smaller to fit");
    const page = await fetch(linkIn(message));
    expect(page.status).toBe(200);
    const source = /<source src="([^"]+)"/.exec(await page.text())?.[1] ?? "";
    const original = await fetch(new URL(source, linkIn(message)));
    expect(Buffer.from(await original.arrayBuffer()).equals(clip)).toBe(true);
  },
);

it("links a clip that can't be made small enough, and still finishes the job", { timeout: 120_000 }, async () => {
  easel = await start(5_000);
  await easel.console.say("/video a paper boat");
  const message = await resultOf(easel.console);
  expect(message.files).toEqual([]);
  expect(message.text).toContain(texts.result.done("", { thing: "video", made: 1, asked: 1 }).replace(/^, /, ""));
  expect(message.text).toContain("Too large to be posted here");
  expect((await fetch(linkIn(message))).status).toBe(200);
});

it("fits a clip and posts it once, even if it is killed midway", { timeout: 240_000 }, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "easel-oversized-"));
  const database = await createTestDatabase();
  const creates = gateway.creates();
  const environment = {
    ...gateway.environment,
    PATH: process.env["PATH"] ?? "",
    PORT: "0",
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    SECRET_KEY: "a secret key that is used by tests alone",
    LOG_LEVEL: "silent",
    CONSOLE_FILE_BYTES: String(LIMIT),
  };
  const first = await startProcess(environment);
  const before = createConsoleClient(first.url);
  await before.say("/video a paper boat");
  await until(async () => (await readdir(join(dataDir, "fitting")).catch(() => [])).length === 2);
  await before.close();
  await killHard(first.child);

  // Its lease is expired by hand, to avoid the wait.
  const sql = postgres(database.url, { max: 1 });
  await sql`update workers set beat = now() - interval '1 minute'`;
  await sql.end();

  const second = await startProcess(environment);
  const after = createConsoleClient(second.url);
  expect((await resultOf(after)).files[0]?.bytes).toBeLessThanOrEqual(LIMIT);
  expect(after.messages().filter((one) => one.files.length > 0)).toHaveLength(1);
  expect(gateway.creates() - creates).toBe(1);
  await after.close();
  await killHard(second.child);
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startProcess(env: Record<string, string>): Promise<{ child: ChildProcess; url: string }> {
  const child = fork(EASEL, [], { env, execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const [ready] = (await once(child, "message")) as [{ url: string }];
  return { child, url: ready.url };
}
