import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectDatabase, type Database } from "../../../../src/db/connection.ts";
import { ErrorView, type MessageView } from "../../../../src/platforms/console/api/api.ts";
import { PinsView } from "../../../../src/platforms/console/api/pins.ts";
import { PINS_OF_CHANNEL } from "../../../../src/platforms/console/store/pins.ts";
import { textsFor } from "../../../../src/text/texts.ts";
import { buttonsOf, createConsoleClient, type ConsoleClient } from "../../../support/console/console-client.ts";
import { startTestEasel, type TestEasel } from "../../../support/easel.ts";

const en = textsFor("en");

let easel: TestEasel;
let ada: ConsoleClient;
let db: Database;

beforeAll(async () => {
  easel = await startTestEasel();
  ada = createConsoleClient(easel.url, "admin");
  db = connectDatabase(easel.databaseUrl, pino({ level: "silent" }));
});
afterAll(async () => {
  await db.close();
  await ada.close();
  await easel.stop();
});

async function made(prompt: string): Promise<MessageView> {
  const id = await easel.console.say(`/imagine ${prompt}`);
  const shown = await easel.console.see(prompt, (all) =>
    all.find(({ replyTo, files }) => replyTo === id && files.length > 0),
  );
  // A result is shown before Easel records that it is.
  const posts = (): Promise<readonly object[]> =>
    db.run((queries) => queries.execute(`select from posts where message_id = '${shown.id}' and state = 'posted'`));
  await expect.poll(posts).toHaveLength(1);
  return shown;
}
async function pin(message: string, pinned = true): Promise<{ status: number; message: string | undefined }> {
  const response = await fetch(`${easel.url}/api/pins`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ message, pinned, as: "member", locale: "en" }),
  });
  return { status: response.status, message: ErrorView.safeParse(await response.json()).data?.error.message };
}
async function pins(channel = "general"): Promise<string[]> {
  const response = await fetch(`${easel.url}/api/channels/${channel}/pins`);
  return PinsView.parse(await response.json()).pins.map(({ prompt }) => prompt);
}
const seen = (id: string, pinned: boolean): Promise<MessageView> =>
  ada.see(`pinned: ${pinned}`, (all) => all.find((one) => one.id === id && one.pinned === pinned));

it("a pin is seen by everyone immediately, listed with its result, and can be removed", async () => {
  const fox = await made("a red fox");
  const owl = await made("a grey owl");
  expect(await pin(fox.id)).toMatchObject({ status: 200 });
  expect(await pin(owl.id)).toMatchObject({ status: 200 });
  await seen(fox.id, true);
  expect(await pins()).toEqual(["a grey owl", "a red fox"]);
  // Pinning it again changes nothing, so no page is notified.
  const { revision } = await seen(owl.id, true);
  expect(await pin(owl.id)).toMatchObject({ status: 200 });
  expect((await seen(owl.id, true)).revision).toBe(revision);
  expect(await pin(fox.id, false)).toMatchObject({ status: 200 });
  await seen(fox.id, false);
  expect(await pins()).toEqual(["a grey owl"]);
  await pin(owl.id, false);
  expect((await fetch(`${easel.url}/api/channels/nowhere/pins`)).status).toBe(404);
});

it("only results that everybody can see are pinned", async () => {
  const gone = { status: 404, message: en.consoleRoom.pinGone };
  expect(await pin("nothing")).toEqual(gone);
  expect(await pin(await easel.console.say("hello all"))).toEqual(gone);
  const { id } = await easel.console.answerTo("/easel limits");
  expect(await pin(id)).toEqual(gone);
  const secret = await made("a hidden fox");
  await db.run((queries) =>
    queries.execute(`update console_messages set visible_to = 'member' where id = '${secret.id}'`),
  );
  expect(await pin(secret.id)).toEqual(gone);
  expect(await pins()).toEqual([]);
});

it("a pin is removed with its message", async () => {
  const heron = await made("a heron");
  await pin(heron.id);
  expect(await pins()).toEqual(["a heron"]);
  expect(buttonsOf(heron).map(({ label }) => label)).toContain("Delete");
  await easel.console.press(heron, "Delete");
  await expect.poll(() => pins()).toEqual([]);
  expect(await pin(heron.id)).toMatchObject({ status: 404 });
});

it("a picture restored by an undo can be pinned", async () => {
  const owl = await made("a brown owl");
  await db.run((queries) => queries.execute(`update posts set kind = 'undo' where message_id = '${owl.id}'`));
  expect(await pin(owl.id)).toMatchObject({ status: 200 });
  expect(await pins()).toEqual(["a brown owl"]);
  expect(await pin(owl.id, false)).toMatchObject({ status: 200 });
});

it("a pin can be removed even if its result is gone", async () => {
  const wren = await made("a wren");
  await pin(wren.id);
  await db.run((queries) =>
    queries.execute(`update posts set state = 'undeliverable' where message_id = '${wren.id}'`),
  );
  expect(await pin(wren.id, false)).toMatchObject({ status: 200 });
  await seen(wren.id, false);
});

it("a message that is deleted while it is pinned is gone", async () => {
  const crane = await made("a crane");
  let pinned: ReturnType<typeof pin> | undefined;
  await db.transaction(async (queries) => {
    await queries.execute(`delete from console_messages where id = '${crane.id}'`);
    pinned = pin(crane.id);
    const waiting = (): Promise<readonly object[]> =>
      db.run((others) =>
        others.execute(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`),
      );
    await expect.poll(waiting).not.toEqual([]);
  }, 30_000);
  expect(await pinned).toEqual({ status: 404, message: en.consoleRoom.pinGone });
});

it("a channel has a limited number of pins, and unpinning makes room", async () => {
  const last = await made("one more");
  await db.run(async (queries) => {
    await queries.execute(`
      insert into batches select (jsonb_populate_record(batch, jsonb_build_object('id', uuidv7(), 'event_key', 'copy-' || n))).*
      from batches batch, generate_series(1, ${PINS_OF_CHANNEL}) n where batch.id = (
        select batch_id from posts where message_id = '${last.id}')`);
  });
  const copies = await db.run((queries) =>
    queries.execute<{ id: string }>(`
      with given as (
        select batch.id, 'copy-' || batch.id as message from batches batch
        where event_key like 'copy-%'
      ), written as (
        insert into console_messages (id, channel_id, author, position, revision, text, content)
        select given.message, channel_id, author, position, revision, '', content from given, console_messages
        where console_messages.id = '${last.id}' returning id
      ), posted as (
        insert into posts (batch_id, kind, state, message_id) select id, 'result', 'posted', message from given
      )
      select id from written`),
  );
  const results = await Promise.all(copies.map(({ id }) => pin(id)));
  expect(results.filter(({ status }) => status === 200)).toHaveLength(PINS_OF_CHANNEL);
  expect(await pin(last.id)).toEqual({ status: 409, message: en.consoleRoom.pinsFull(PINS_OF_CHANNEL) });
  await pin(copies[0]?.id ?? "", false);
  expect(await pin(last.id)).toMatchObject({ status: 200 });
});
