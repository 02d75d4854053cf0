import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { FaultRequest } from "../../src/sandbox/errors/fault.ts";
import { asking, sayUntilAccepted } from "../support/fault/fault-asking.ts";
import { audit, expectedFiles, settled, type Asked } from "../support/fault/fault-ledger.ts";
import { createSums, emptyLedger, NOTHING_WRONG } from "../support/fault/fault-sums.ts";
import { openFaultWorld, type FaultWorld, type Replica } from "../support/fault/fault-world.ts";

let world: FaultWorld;
let replica: Replica;
const sums = createSums();

beforeAll(async () => {
  world = await openFaultWorld();
  replica = await world.start();
});

afterAll(async () => {
  await world.close();
  sums.report("gateway faults");
});

const IMAGE = { create: "/api/v1/images/generations/jobs", others: "/api/v1/images/jobs/*" };
const VIDEO = { create: "/v1/videos", others: "/v1/videos/*" };

const ACTIONS: readonly (readonly [string, FaultRequest["action"]])[] = [
  ["dropped before the call is handled", { type: "drop-before" }],
  ["dropped after the call is handled", { type: "drop-after" }],
  ["cut in the middle", { type: "cut" }],
  ["delayed", { type: "delay", ms: 500 }],
  ["missing", { type: "hang" }],
  ["502 although the call was handled", { type: "status", status: 502, code: "bad_gateway", after: true }],
  ["200 without an id", { type: "status", status: 200, body: "{}", after: true }],
  ["a web page", { type: "status", status: 503, body: "<html>", headers: { "content-type": "text/html" } }],
];

const DAY_AWAY = "86400";
const AFTER: readonly string[] = ["0", "1", "1.5", "soon", "-5", "", "Thu, 01 Jan 1970 00:00:00 GMT"];
const soon = (): string => new Date(Date.now() + 2_000).toUTCString();

async function count(asked: readonly Asked[], made: number): Promise<void> {
  const ledger = emptyLedger();
  try {
    expect(await settled(world, 45_000)).toEqual([]);
    expect(await audit(world, asked, ledger)).toEqual([]);
    expect(ledger).toMatchObject(NOTHING_WRONG);
    expect(ledger.made).toBeGreaterThanOrEqual(made);
  } finally {
    sums.add(ledger);
    await world.clearFaults();
    await world.ageUnknown();
  }
}

describe.each(["create", "others"] as const)("a fault in the gateway's answers (%s)", (calls) => {
  it.each(ACTIONS)("%s: no picture or clip is lost or made twice", async (name, action) => {
    for (const path of [IMAGE[calls], VIDEO[calls]]) {
      await world.fault({ match: { method: calls === "create" ? "POST" : "GET", path }, action, times: 2 });
    }
    const asked = [asking("image", `${calls} ${name} picture`, 2), asking("video", `${calls} ${name} clip`)];
    for (const one of asked) await sayUntilAccepted(one, () => replica);
    // Only a clip's create can stay uncertain.
    await count(asked, calls === "create" ? 2 : expectedFiles(asked));
  });
});

describe.each([429, 503])("a create that is refused with %i", (status) => {
  it("is repeated, whatever Retry-After says", async () => {
    const waits = [...AFTER, soon()];
    const asked = waits.map((_after, index) => asking("image", `refused ${status} number ${index}`));
    for (const after of waits) {
      await world.fault({
        match: { method: "POST", path: IMAGE.create },
        action: { type: "status", status, code: "rate_limit_error", headers: { "retry-after": after } },
        times: 1,
      });
    }
    for (const one of asked) await sayUntilAccepted(one, () => replica);
    await count(asked, expectedFiles(asked));
  });
});

describe.each([429, 503])("polls that are refused with %i", (status) => {
  it("continue, whatever Retry-After says", async () => {
    const waits = [...AFTER, soon()];
    const asked = waits.map((_after, index) => asking("image", `looks refused ${status} number ${index}`));
    for (const after of waits) {
      await world.fault({
        match: { method: "GET", path: IMAGE.others },
        action: { type: "status", status, code: "rate_limit_error", headers: { "retry-after": after } },
        times: 2,
      });
    }
    for (const one of asked) await sayUntilAccepted(one, () => replica);
    await count(asked, expectedFiles(asked));
  });
});

describe("a create that is refused for a day", () => {
  it("is repeated after an hour", async () => {
    const asked = [asking("image", "refused for a day")];
    await world.fault({
      match: { method: "POST", path: IMAGE.create },
      action: { type: "status", status: 429, code: "rate_limit_error", headers: { "retry-after": DAY_AWAY } },
      times: 1,
    });
    for (const one of asked) await sayUntilAccepted(one, () => replica);
    expect(await settled(world, 4_000)).toHaveLength(1);
    const [job] = await world.sql<{ seconds: number }[]>`
      select extract(epoch from not_before - now())::int as seconds from jobs where ended_at is null`;
    expect(job?.seconds).toBeGreaterThan(3_000);
    expect(job?.seconds).toBeLessThanOrEqual(3_600);
    await world.age(3_600_000);
    await count(asked, expectedFiles(asked));
  });
});

describe("an event that is delivered four times concurrently to two replicas", () => {
  it("is answered once if it is refused", async () => {
    const other = await world.start();
    const wrong = asking("image", "four times --size huge");
    await Promise.all([replica, replica, other, other].map((each) => sayUntilAccepted(wrong, () => each)));
    const answers = await world.sql<{ text: string }[]>`
      select text from console_messages where post_key like ${`answer:message:${wrong.id}:%`}`;
    expect(answers.map(({ text }) => text)).toEqual([expect.stringContaining("huge")]);
    expect(await world.sql`select id from batches where request_message = ${wrong.id}`).toEqual([]);
    await other.kill();
  });

  it("is accepted once", async () => {
    const other = await world.start();
    const asked = Array.from({ length: 6 }, (_, index) =>
      asking(index % 3 === 2 ? "video" : "image", `twice ${index}`),
    );
    await Promise.all(
      asked.flatMap((one) => [replica, replica, other, other].map((each) => sayUntilAccepted(one, () => each))),
    );
    await count(asked, expectedFiles(asked));
  });
});
