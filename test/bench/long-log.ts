import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import postgres from "postgres";
import type { CDPSession, Page } from "playwright-core";
import { migrate } from "../../src/db/migrate.ts";
import { createLog } from "../../src/lib/log/log.ts";
import { ensurePageBuilt } from "../../src/platforms/console/page-build.ts";
import { drawPicture } from "../../src/sandbox/render/draw-picture.ts";
import { openFonts } from "../../src/media/fonts.ts";
import { launchBrowser } from "../support/console/browser.ts";
import { startTestConsole, type TestConsole } from "../support/console/console.ts";
import { createDatabase } from "./database.ts";
import { atMost, type Bench } from "./harness/bench.ts";

const SHORT = 20;
const LONG = 2_000;
const KEYS = 200;
const ARRIVALS = 100;
const PICTURES = 500;
const DIFFERENT_PICTURES = 5;
/** The messages of an hour, at ten a minute. */
const AN_HOUR = 600;
/** The distance of a step of the wheel, and the least number of steps in a scroll. */
const WHEEL_PX = 400;
const WHEEL_STEPS = 600;

export const longLog: Bench = {
  name: "long-log",
  floor: "the same page and channel with 20 messages; for the memory, before the hour",
  async run({ server, say }) {
    await ensurePageBuilt(createLog("warn"));
    const databaseUrl = await createDatabase((await server()).url, "long_log");
    await migrate(databaseUrl);
    await using stack = new AsyncDisposableStack();
    const console = await startTestConsole({ databaseUrl });
    stack.defer(() => console.stop());
    const browser = await launchBrowser();
    stack.defer(() => browser.close());
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
    stack.defer(() => sql.end());

    const measured = new Map<number, { readonly key: number; readonly arrival: number }>();
    for (const count of [SHORT, LONG]) {
      const channel = `with-${count}`;
      await fill(sql, console, channel, count);
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
      const cdp = await page.context().newCDPSession(page);
      await openWhole(page, console.url, channel);
      measured.set(count, { key: await keyMs(page, cdp), arrival: await arrivalMs(console, cdp, channel, page) });
      await page.close();
      say(`  long-log: ${count} messages`);
    }
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
    const cdp = await page.context().newCDPSession(page);
    await postPictures(console);
    const longest = await longestTask(page, console.url);
    say(`  long-log: ${PICTURES} pictures`);
    await openWhole(page, console.url, `with-${SHORT}`);
    const before = await heapMb(cdp);
    for (let n = 0; n < AN_HOUR; n += 1) await post(console, `with-${SHORT}`, `the hour's message ${n}`);
    await page.getByText(`the hour's message ${AN_HOUR - 1}`, { exact: true }).waitFor();
    const after = await heapMb(cdp);

    const [short, long] = [measured.get(SHORT), measured.get(LONG)];
    if (!short || !long) throw new Error("nothing was measured");
    const ratio = [atMost(1.2, "ratio")];
    return {
      figures: [
        { what: `a key with ${LONG} messages loaded`, unit: "ms", value: long.key, floor: short.key, aims: ratio },
        { what: "an arriving message with them", unit: "ms", value: long.arrival, floor: short.arrival, aims: ratio },
        {
          what: `the longest task while ${PICTURES} pictures scroll by`,
          unit: "ms",
          value: longest,
          aims: [atMost(100)],
        },
        {
          what: "the page's heap after an hour of 10 messages a minute",
          unit: "MB",
          value: after,
          floor: before,
          aims: ratio,
        },
      ],
      notes: ["Keys and messages are the time of the page's main thread for each, without waiting for the screen."],
    };
  },
};

/** Writes this many messages of a few lines into a new channel. */
async function fill(sql: postgres.Sql, console: TestConsole, channel: string, count: number): Promise<void> {
  await addChannel(console, channel);
  await sql`
    with counter as (update console_counter set revision = revision + ${count} returning revision - ${count} as before)
    insert into console_messages (id, channel_id, author, position, revision, text, content)
    select gen_random_uuid()::text, ${channel}, case n % 3 when 0 then 'member' else 'easel' end, before + n, before + n,
      'message ' || n || ' of a long **story** about a lighthouse. ' || repeat('It goes on. ', n % 12),
      '{"buttons":[],"files":[]}'
    from counter, generate_series(1, ${count}::int) n`;
}

async function addChannel({ url }: TestConsole, id: string): Promise<void> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/api/channels`, { method: "POST", headers, body: JSON.stringify({ id }) });
  if (!answer.ok) throw new Error(`the channel was refused: ${answer.status}`);
}

function post(console: TestConsole, channel: string, text: string): Promise<unknown> {
  return console.platform.post({ platform: "console", workspace: "main", channel }, { text }, randomUUID());
}

/** Opens a channel, loads all of its messages, and goes back to the newest one. */
async function openWhole(page: Page, url: string, channel: string): Promise<void> {
  await page.goto(`${url}/c/${channel}`);
  await page.getByRole("log").waitFor();
  const beginning = page.getByText(`This is where #${channel} begins.`);
  while ((await beginning.count()) === 0) {
    await page.evaluate("document.querySelector('[role=log]').scrollTop = 0");
    await page.waitForTimeout(50);
  }
  await page.evaluate("{ const log = document.querySelector('[role=log]'); log.scrollTop = log.scrollHeight; }");
}

/** Milliseconds of the page's main thread for one key in the input. */
async function keyMs(page: Page, cdp: CDPSession): Promise<number> {
  await page.getByRole("textbox", { name: "Message" }).focus();
  await page.keyboard.type("a lighthouse ");
  const before = await taskMs(cdp);
  for (let n = 0; n < KEYS; n += 1) await page.keyboard.press("a");
  return ((await taskMs(cdp)) - before) / KEYS;
}

/** Measures one message that arrives while the reader is at the end. */
async function arrivalMs(console: TestConsole, cdp: CDPSession, channel: string, page: Page): Promise<number> {
  const before = await taskMs(cdp);
  for (let n = 0; n < ARRIVALS; n += 1) {
    await post(console, channel, `arrival ${n}`);
    await page.getByText(`arrival ${n}`, { exact: true }).waitFor();
  }
  return ((await taskMs(cdp)) - before) / ARRIVALS;
}

async function postPictures(console: TestConsole): Promise<void> {
  await addChannel(console, "gallery");
  const fonts = openFonts();
  const pictures: Buffer[] = [];
  for (let seed = 0; seed < DIFFERENT_PICTURES; seed += 1) {
    const asked = { prompt: "a mountain lake", model: "provider-a/image-2", width: 1024, height: 1024 } as const;
    const kind = { tier: "1K", format: "jpeg", transparent: false } as const;
    const picture = { ...asked, ...kind, seed, images: [] };
    pictures.push(await drawPicture(fonts, picture, { images: [], mask: undefined }));
  }
  const gallery = { platform: "console", workspace: "main", channel: "gallery" } as const;
  for (let n = 0; n < PICTURES; n += 1) {
    const bytes = pictures[n % DIFFERENT_PICTURES] ?? Buffer.alloc(0);
    const file = {
      name: `${n}.jpg`,
      mimeType: "image/jpeg",
      bytes: bytes.length,
      description: `picture ${n}`,
      width: 1024,
      height: 1024,
      open: async () => Readable.from([bytes]),
    };
    await console.platform.post(gallery, { text: `picture ${n}`, files: [file] }, `picture ${n}`);
  }
}

/** The longest task in milliseconds while a reader scrolls to the first picture. Browsers report only tasks over 50 ms. */
async function longestTask(page: Page, url: string): Promise<number> {
  await page.goto(`${url}/c/gallery`);
  await page.getByRole("img").last().waitFor();
  await page.evaluate(`
    globalThis.longest = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longest = Math.max(globalThis.longest, duration);
    }).observe({ type: "longtask" });`);
  await page.mouse.move(700, 400);
  const beginning = page.getByText("This is where #gallery begins.");
  for (let step = 0; step < WHEEL_STEPS || (await beginning.count()) === 0; step += 1) {
    await page.mouse.wheel(0, -WHEEL_PX);
    await page.waitForTimeout(16);
  }
  return Number(await page.evaluate("globalThis.longest"));
}

/** The page's main thread time so far, in milliseconds. */
async function taskMs(cdp: CDPSession): Promise<number> {
  await cdp.send("Performance.enable");
  const { metrics } = await cdp.send("Performance.getMetrics");
  return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1_000;
}

/** The page's JavaScript heap after a collection, in megabytes. */
async function heapMb(cdp: CDPSession): Promise<number> {
  await cdp.send("HeapProfiler.collectGarbage");
  const { usedSize } = await cdp.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
