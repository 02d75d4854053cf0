import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { createAccountStore } from "../../../src/db/accounts/account-store.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createJobStore } from "../../../src/db/jobs/job-store.ts";
import { migrate } from "../../../src/db/migrate.ts";
import type { Job, JobStore, NewBatch } from "../../../src/core/job/job-store.ts";
import { transition, type JobEvent } from "../../../src/core/job/transition.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

/** The addresses that creates would be sent to. */
export const BASE_URLS = { image: "http://gateway.test", video: undefined };

export const CREATED: JobEvent = {
  type: "created",
  remoteId: "r-1",
  requestId: "q-1",
  guidance: undefined,
  deadlineMs: 60_000,
};

/** A job store on its own database with one organisation, and helpers to fill it. */
export interface StoredJobs {
  /** The address of the database. */
  readonly url: string;
  readonly db: Database;
  readonly store: JobStore;
  readonly organisationId: string;
  /** Enters a separate key for that many concurrent jobs; returns its fingerprint. */
  enterKey(concurrency: number): Promise<string>;
  account(name: string): Promise<string>;
  /** A held batch with that many jobs; returns its id. */
  hold(accountId: string, count: number): Promise<string>;
  /** A batch with that many jobs for a worker, or for none yet. Returns its id, or "" if the event was known. */
  accept(
    accountId: string,
    count: number,
    eventKey?: string,
    workerId?: string,
    changes?: Partial<NewBatch>,
    /** Another store for the same database. */
    through?: JobStore,
  ): Promise<string>;
  apply(job: Job, event: JobEvent): Promise<Job>;
  /** Claims all waiting jobs, with a key that is then removed. */
  claimEverything(): Promise<readonly Job[]>;
  /** Claims all waiting jobs, and makes each succeed, so that it is charged. */
  makeEverything(): Promise<void>;
  /** Claims all waiting jobs, and makes the gateway refuse each. */
  endEverything(): Promise<void>;
  close(): Promise<void>;
}

/** `own`: an empty database to use instead of one on the shared server. */
export async function openStoredJobs(own?: TestDatabase): Promise<StoredJobs> {
  if (own) await migrate(own.url);
  const database = own ?? (await createTestDatabase());
  const db = connectDatabase(database.url, pino({ level: "silent" }));
  const store = createJobStore(db, { changed() {}, freed() {}, time() {} });
  const organisationId = await createOrganisationStore(db).consoleOrganisation();

  async function enterKey(concurrency: number): Promise<string> {
    const fingerprint = randomUUID();
    await createAccountStore(db).enterConfigured({
      organisationId,
      name: "configured",
      masked: "sk-…",
      fingerprint,
      sealKeyId: "",
      sealedSecret: "sealed",
      services: ["image"],
      concurrency,
    });
    return fingerprint;
  }

  async function account(name: string): Promise<string> {
    const identity = { platform: "console", workspace: "main", userId: randomUUID(), displayName: name };
    return createAccountStore(db).accountOf(organisationId, identity);
  }

  async function accept(
    accountId: string,
    count: number,
    eventKey: string = randomUUID(),
    workerId?: string,
    changes: Partial<NewBatch> = {},
    through: JobStore = store,
  ): Promise<string> {
    const id = randomUUID();
    const outcome = await through.insertBatch({
      id,
      eventKey,
      organisationId,
      accountId,
      conversation: { platform: "console", workspace: "main", channel: "general" },
      requesterId: "member",
      requesterName: "Max",
      locale: "en",
      requestMessage: undefined,
      parent: undefined,
      service: "image",
      request: { kind: "image", model: "provider-a/image-2", prompt: "a fox", count, references: [] },
      sandbox: true,
      workerId,
      scopes: ["organisation", "workspace:console:main", "channel:console:main:general", `account:${accountId}`],
      atOnce: undefined,
      mostWaiting: undefined,
      ownKeys: false,
      cost: 1,
      unit: "images",
      jobs: Array.from({ length: count }, (_, index) => {
        const jobId = randomUUID();
        return { id: jobId, ordinal: index + 1, path: "/p", body: "{}", idempotencyKey: jobId };
      }),
      ...changes,
    });
    return outcome === "accepted" ? id : "";
  }

  async function apply(job: Job, event: JobEvent): Promise<Job> {
    const move = transition(job, event);
    if (!move) throw new Error(`${event.type} means nothing in ${job.state}`);
    const written = await store.apply(job, move);
    if (!written) throw new Error("not written");
    return written;
  }

  async function claimEverything(): Promise<readonly Job[]> {
    const fingerprint = await enterKey(50);
    const worker = randomUUID();
    await store.register(worker);
    const claimed: Job[] = [];
    for (;;) {
      const jobs = await store.claim(worker, BASE_URLS);
      if (jobs.length === 0) break;
      claimed.push(...jobs);
    }
    await db.run((queries) =>
      queries.execute(sql`update credentials set removed_at = now() where fingerprint = ${fingerprint}`),
    );
    return claimed;
  }

  async function makeEverything(): Promise<void> {
    for (const job of await claimEverything()) {
      await apply(await apply(job, CREATED), { type: "remote_completed", usage: undefined });
    }
  }

  async function endEverything(): Promise<void> {
    const worker = randomUUID();
    await store.register(worker);
    for (;;) {
      const jobs = await store.claim(worker, BASE_URLS);
      if (jobs.length === 0) return;
      for (const job of jobs) await apply(job, { type: "refused", failure: { reason: "gateway" } });
    }
  }

  return {
    url: database.url,
    db,
    store,
    organisationId,
    enterKey,
    account,
    hold: (accountId, count) => accept(accountId, count, randomUUID(), undefined, { held: { reasons: ["threshold"] } }),
    accept,
    apply,
    claimEverything,
    makeEverything,
    endEverything,
    async close() {
      await db.close();
      await database.drop();
    },
  };
}
