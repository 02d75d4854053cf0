import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { clipResultOf } from "../../support/console/clip-result.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { startClipGateway, type ClipGateway } from "../../support/gateway/clip-gateway.ts";
import { factsOf } from "../../support/media/clip.ts";
import { largeClip } from "../../support/media/large-files.ts";

const MIB = 1024 * 1024;
/** Far below any platform's limit, so that a clip of one second exceeds it. */
const LIMIT = MIB / 2;
const texts = textsFor("en");
let clip: Buffer;
let gateway: ClipGateway;
let easel: TestEasel | undefined;

beforeAll(async () => {
  clip = await largeClip({ width: 320, height: 180, seconds: 1, bits: 10_000_000 });
  gateway = await startClipGateway(clip);
}, 60_000);

afterEach(async () => {
  await easel?.stop();
  easel = undefined;
});

afterAll(() => gateway.close());

const start = (consoleFileBytes: number): Promise<TestEasel> =>
  startTestEasel(gateway.environment, { clock: hurriedClock, consoleFileBytes });

function linkIn(message: MessageView): string {
  return /https?:\S+\/results\/\S+/.exec(message.text)?.[0] ?? "";
}

it("makes a clip that is too large for its channel smaller, and links the original", { timeout: 120_000 }, async () => {
  easel = await start(LIMIT);
  await easel.console.say("/video a paper boat");
  expect(clip.length).toBeGreaterThan(LIMIT);
  const message = await clipResultOf(easel.console);
  const [file] = message.files;
  expect(file?.bytes).toBeLessThanOrEqual(LIMIT);
  const posted = Buffer.from(await (await fetch(new URL(file?.url ?? "", easel.url))).arrayBuffer());
  expect(posted.length).toBe(file?.bytes);
  const facts = await factsOf(posted);
  expect(facts).toMatchObject({ width: 320, height: 180 });
  expect(Math.abs(facts.duration - 1)).toBeLessThan(0.2);

  expect(message.text).toContain("smaller to fit");
  const page = await fetch(linkIn(message));
  expect(page.status).toBe(200);
  const source = /<source src="([^"]+)"/.exec(await page.text())?.[1] ?? "";
  const original = await fetch(new URL(source, linkIn(message)));
  expect(Buffer.from(await original.arrayBuffer()).equals(clip)).toBe(true);
});

it("links a clip that can't be made small enough, and still finishes the job", { timeout: 120_000 }, async () => {
  easel = await start(5_000);
  await easel.console.say("/video a paper boat");
  const message = await clipResultOf(easel.console);
  expect(message.files).toEqual([]);
  expect(message.text).toContain(texts.result.done("", { thing: "video", made: 1, asked: 1 }).replace(/^, /, ""));
  expect(message.text).toContain("Too large to be posted here");
  expect((await fetch(linkIn(message))).status).toBe(200);
});
