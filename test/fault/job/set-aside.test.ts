import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { textsFor } from "../../../src/text/texts.ts";
import type { ConsoleClient } from "../../support/console/console-client.ts";
import { openFleet, type Fleet } from "../../support/fault/fleet.ts";
import { json, openPlayedGateway, type Play, type PlayedGateway } from "../../support/gateway/played-gateway.ts";

const say = textsFor("en").result;
const AWAY: Play = json(503, { error: { status: 503, code: "media_unavailable", message: "not now" } });

let gateway: PlayedGateway;
let fleet: Fleet;
let person: ConsoleClient;
let whole: Play;

beforeEach(async () => {
  gateway = await openPlayedGateway();
  whole = gateway.playing("result");
  fleet = await openFleet(gateway.environment);
  person = fleet.visit(await fleet.start("chat"));
});

afterEach(async () => {
  await fleet.close();
  await gateway.close();
});

/** Leaves a picture that was made but can't be fetched and that no worker holds. It is due immediately. */
async function leaveUnfetched(prompt: string): Promise<void> {
  gateway.play({ result: AWAY });
  const worker = await fleet.start("worker");
  await person.say(`/imagine ${prompt}`);
  await expect
    .poll(() => fleet.sql`select job_id from artifacts where state = 'due'`, { timeout: 20_000 })
    .toHaveLength(1);
  await worker.stop();
  await fleet.sql`update artifacts set succeeded_at = succeeded_at - interval '10 minutes'`;
}

/** Records that this many workers died in a row while they held the job. The last one's jobs are not taken over yet. */
async function workersDied(count: number, isHandling: boolean): Promise<void> {
  const ids = Array.from({ length: count }, () => randomUUID());
  const last = ids.at(-1) ?? "";
  await fleet.sql`insert into workers (id, beat) values (${last}, now() - interval '1 minute')`;
  await fleet.sql`
    update jobs set worker_id = ${last}, fence = fence + ${count}, handled_by = ${isHandling ? last : null},
      deaths = ${isHandling ? ids.slice(0, -1) : []}::uuid[]`;
}

const fileOf = (prompt: string) =>
  person.see("the picture", (messages) =>
    messages.find((message) => message.files.some((file) => file.description === prompt)),
  );
const messageSaying = (words: string): Promise<MessageView> =>
  person.see(words, (messages) => messages.find((message) => message.text.includes(words)));

it("never counts workers that died while a picture merely waited to be fetched", async () => {
  await leaveUnfetched("a patient fox");
  await workersDied(3, false);
  gateway.play({ result: whole });
  await fleet.start("worker");
  await fileOf("a patient fox");
  expect(await fleet.sql`select deaths from jobs`).toEqual([{ deaths: [] }]);
}, 90_000);

it("sets a picture aside after three workers died while handling it, and fetches it when a member presses the button", async () => {
  await leaveUnfetched("a deadly fox");
  await workersDied(3, true);
  gateway.play({ result: whole });
  const before = gateway.calls.filter((call) => call.endsWith("/result")).length;
  await fleet.start("worker");
  const result = await messageSaying(say.itemSetAside);
  expect(gateway.calls.filter((call) => call.endsWith("/result"))).toHaveLength(before);
  const [row] =
    await fleet.sql`select not_before > now() + interval '20 minutes' as later, cardinality(deaths) as deaths from jobs`;
  expect(row).toEqual({ later: true, deaths: 3 });

  await person.press(result, say.fetch);
  await messageSaying(say.fetching);
  await fileOf("a deadly fox");
}, 90_000);

it("retries an abandoned picture, and reports the outcome each time", async () => {
  gateway.play({
    result: json(200, { images: [{ url: "none", base64: "bm9uZQ==", mimeType: "image/png" }], usage: {} }),
  });
  await fleet.start("worker");
  await person.say("/imagine a broken fox");
  const result = await person.see("the result", (messages) =>
    messages.find((message) => message.buttons.some(({ label }) => label === say.fetch)),
  );
  expect(result.text).toContain("sent another type of file instead");
  const press = (message: MessageView) => person.press(message, say.fetch);
  await press(result);
  const late = await messageSaying("will not arrive");
  gateway.play({ result: whole });
  await press(late);
  const made = await fileOf("a broken fox");
  expect(made.id).not.toBe(late.id);
  await press(result);
  await messageSaying(say.isFetched);
  // The gateway deletes everything after 72 hours.
  await fleet.sql`update artifacts set state = 'unretrievable'`;
  await fleet.sql`update jobs set ended_at = ended_at - interval '73 hours'`;
  await press(result);
  await messageSaying(say.notFetchable);
}, 90_000);
