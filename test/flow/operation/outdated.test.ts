import { Writable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLog } from "../../../src/lib/log/log.ts";
import { execute } from "../../support/database/postgres.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel;
let lines: string[];

beforeEach(async () => {
  lines = [];
  const kept = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  easel = await startTestEasel({}, {}, createLog("warn", kept));
});
afterEach(() => easel.stop());

/** Simulates a newer Easel that has replaced and dropped a function for accepting requests. */
async function replaceAccepting(): Promise<void> {
  await execute(easel.databaseUrl, "alter function reserve_quota rename to reserve_quota_2");
}

async function readiness(): Promise<{ code: number; status: unknown }> {
  const response = await fetch(`${easel.url}/readyz`);
  const body: unknown = await response.json();
  return { code: response.status, status: typeof body === "object" && body && "status" in body ? body.status : body };
}

describe("a process whose statements no longer fit the database", () => {
  it("is not ready and says so, and refuses requests honestly", async () => {
    await replaceAccepting();
    await execute(easel.databaseUrl, "update sql_functions set revision = revision + 1");
    await expect(easel.console.say("/imagine a fox of the future")).rejects.toThrow("503");
    expect(await readiness()).toEqual({
      code: 503,
      status: "a newer Easel has changed the database; replace this process",
    });
    expect(lines.filter((line) => line.includes("a newer Easel has changed the database"))).toHaveLength(1);
    // It stays unready, even though other statements still work.
    await expect(easel.console.say("/imagine another fox")).rejects.toThrow("503");
    expect((await readiness()).code).toBe(503);
  });

  it("stays ready if the database is not newer, because the fault is then its own", async () => {
    await replaceAccepting();
    await easel.console.say("/imagine a fox of the past");
    await easel.console.see("the answer", (messages) =>
      messages.find(({ text }) => text.startsWith("Something went wrong in Easel")),
    );
    expect(await readiness()).toMatchObject({ code: 200 });
  });
});
