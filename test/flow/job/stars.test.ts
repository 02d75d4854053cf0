import { channelRecords } from "../../../src/db/channels/channel-records.ts";
import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Conversation } from "../../../src/core/chat/conversation.ts";
import type { DeliveryStore } from "../../../src/core/delivery/delivery-store.ts";
import type { ResultStore, Starrer } from "../../../src/core/delivery/result-store.ts";
import { createDeliveryStore } from "../../../src/db/delivery/delivery-store.ts";
import { createResultStore } from "../../../src/db/delivery/result-store.ts";
import { MAX_STARS } from "../../../src/db/delivery/stars.ts";
import { removeChannel } from "../../../src/platforms/console/store/remove-channel.ts";
import { openStoredJobs, type StoredJobs } from "../../support/database/stored-jobs.ts";

const FAR: Conversation = { platform: "slack", workspace: "T1", channel: "C-far" };
const STUDIO: Conversation = { ...FAR, channel: "C-studio" };
/** A channel without stars. */
const EMPTY: Conversation = { ...FAR, channel: "C-empty" };

let stored: StoredJobs;
let deliveries: DeliveryStore;
let results: ResultStore;

beforeAll(async () => {
  stored = await openStoredJobs();
  deliveries = createDeliveryStore(stored.db, { changed() {} });
  results = createResultStore(stored.db, deliveries);
});
afterAll(() => stored.close());

/** A batch in that conversation, with a post in each of these states. Returns its id. */
async function posted(
  conversation: Conversation,
  states: Partial<Record<"result" | "direct", "posted" | "undeliverable">> = { result: "posted" },
): Promise<string> {
  const id = await stored.accept(await stored.account("Max"), 1, randomUUID(), undefined, { conversation });
  const view = await deliveries.view(id);
  if (!view) throw new Error("the batch does not exist");
  for (const [kind, state] of Object.entries(states)) {
    await deliveries.intendPost(view, kind, []);
    await deliveries.postDone(id, kind, state, state === "posted" ? { messageId: randomUUID() } : {});
  }
  return id;
}

async function newStarrer(): Promise<Starrer> {
  return { organisationId: stored.organisationId, accountId: await stored.account("Ada") };
}

function star(id: string, by: Starrer, event: string = randomUUID()): ReturnType<ResultStore["star"]> {
  return results.star(id, by, event);
}

async function listedFor({ organisationId, accountId }: Starrer, conversation: Conversation): Promise<string[]> {
  const found = await stored.store.latestBatches(organisationId, { kind: "starred", accountId, conversation }, 500);
  return found.map(({ batch }) => batch.id);
}

/** Stars this many copies of a batch with its result, later than all others. */
async function starCopies(
  id: string,
  { organisationId, accountId }: Starrer,
  { count, channel }: { readonly count: number; readonly channel: string },
): Promise<void> {
  await stored.db.run((queries) =>
    queries.execute(sql`
      with copies as (
        insert into batches select (jsonb_populate_record(batches, jsonb_build_object('id', gen_random_uuid(),
          'event_key', ${channel} || n))).*
        from batches, generate_series(1, ${count}::integer) n where id = ${id}::uuid
        returning id),
      results as (
        insert into posts (batch_id, kind, state, message_id) select id, 'result', 'posted', id::text from copies)
      insert into stars (organisation_id, account_id, batch_id, channel, event_key)
      select ${organisationId}::uuid, ${accountId}::uuid, id, ${channel}, 'e' from copies`),
  );
}

describe("a star", () => {
  it("lists a result for its account in the whole workspace, and for everyone in its channel with the threads", async () => {
    const [one, other] = [await newStarrer(), await newStarrer()];
    const first = await posted(STUDIO);
    const second = await posted({ ...STUDIO, thread: "11.0" });
    await posted(STUDIO);
    for (const id of [first, second]) expect(await star(id, one)).toBe("starred");
    expect(await star(first, other)).toBe("starred");
    expect(await listedFor(one, EMPTY)).toEqual([second, first]);
    expect(await listedFor(other, EMPTY)).toEqual([first]);
    expect(await listedFor(other, { ...STUDIO, thread: "another" })).toEqual([second, first]);
    expect(await listedFor(one, { ...FAR, workspace: "T2" })).toEqual([]);
    expect(await results.starredOf([first, second], other)).toEqual(new Set([first]));
  });

  it("is removed by its account's second press, but not by a second delivery of the first", async () => {
    const [one, other] = [await newStarrer(), await newStarrer()];
    const id = await posted(FAR);
    const event = randomUUID();
    expect([await star(id, one, event), await star(id, one, event), await star(id, other)]).toEqual(
      Array.from({ length: 3 }, () => "starred"),
    );
    expect(await star(id, one)).toBe("unstarred");
    expect(await listedFor(one, EMPTY)).toEqual([]);
    expect(await listedFor(other, EMPTY)).toEqual([id]);
    await results.unstar(id, other);
    await results.unstar(id, other);
    expect(await listedFor(other, FAR)).toEqual([]);
  });

  it("is removed with a deleted result, for everyone, and can't be set after that", async () => {
    const [one, other] = [await newStarrer(), await newStarrer()];
    const id = await posted(FAR);
    for (const by of [one, other]) await star(id, by);
    await results.requestRemoval(id, "undo");
    expect(await listedFor(one, EMPTY)).toEqual([id]);
    await results.requestRemoval(id, "results");
    for (const by of [one, other]) expect(await listedFor(by, FAR)).toEqual([]);
    expect(await results.starredOf([id], one)).toEqual(new Set());
    expect(await star(id, one)).toBe("gone");
  });

  it("is removed with a channel of the Console", async () => {
    const attic: Conversation = { platform: "console", workspace: "main", channel: "attic" };
    await stored.db.run((queries) =>
      queries.execute("insert into console_channels (id, revision) values ('attic', 1)"),
    );
    const one = await newStarrer();
    const id = await posted(attic);
    expect(await star(id, one)).toBe("starred");
    await deliveries.close(id, 0);
    const removed = await removeChannel({ db: stored.db, records: channelRecords }, "attic", {
      id: "admin",
      isAdmin: true,
      change: undefined,
    });
    expect(removed.kind).toBe("removed");
    expect(await listedFor(one, attic)).toEqual([]);
  });

  it("is set only on a posted result of its account's organisation", async () => {
    const one = await newStarrer();
    const id = await posted(FAR);
    const unposted = await stored.accept(one.accountId, 1);
    expect(await star(unposted, one)).toBe("gone");
    expect(await star(id, { ...one, organisationId: randomUUID() })).toBe("gone");
    expect(await results.starredOf([id, unposted], one)).toEqual(new Set());
  });

  it("doesn't list a result in its channel if it was only sent to its requester directly", async () => {
    const shut = { ...FAR, channel: "C-shut" };
    const [one, other] = [await newStarrer(), await newStarrer()];
    const id = await posted(shut, { result: "undeliverable", direct: "posted" });
    expect(await star(id, one)).toBe("starred");
    expect(await listedFor(one, EMPTY)).toEqual([id]);
    expect(await listedFor(other, shut)).toEqual([]);
  });

  it("leaves room in a channel's list for other members' stars, however many one member sets later", async () => {
    const busy = { ...FAR, channel: "C-busy" };
    const [one, other] = [await newStarrer(), await newStarrer()];
    const early = await posted(busy);
    expect(await star(early, other)).toBe("starred");
    const copied = await posted(busy);
    await starCopies(copied, one, { count: MAX_STARS - 1, channel: "slack:T1:C-busy" });
    expect(await star(copied, one)).toBe("starred");
    const reader = await newStarrer();
    const seen = await listedFor(reader, busy);
    expect(seen).toHaveLength(21);
    expect(seen).toEqual(expect.arrayContaining([early, copied]));
    await results.unstar(copied, one);
    const then = await listedFor(reader, busy);
    expect(then).toHaveLength(21);
    expect(then).not.toContain(copied);
    expect(await listedFor(one, EMPTY)).toHaveLength(MAX_STARS - 1);
  });

  it("is refused beyond an account's maximum, even for concurrent presses", async () => {
    const one = await newStarrer();
    const ids = [await posted(FAR), await posted(FAR)];
    await starCopies(ids[0] ?? "", one, { count: MAX_STARS - 1, channel: "c" });
    const outcomes = await Promise.all(ids.map((id) => star(id, one)));
    expect(outcomes.toSorted()).toEqual(["full", "starred"]);
    const full = ids[outcomes.indexOf("full")] ?? "";
    await results.unstar(ids[outcomes.indexOf("starred")] ?? "", one);
    expect(await star(full, one)).toBe("starred");
  });
});
