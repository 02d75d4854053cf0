import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { checkPolicy } from "../../src/core/account/policy/check-policy.ts";
import { allowedModelsOf } from "../../src/core/account/policy/allowed-models.ts";
import { encodeScope, ORGANISATION_SCOPE, type Scope } from "../../src/core/account/policy/scope.ts";
import { createMemberships } from "../../src/app/context/membership-cache.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createAccountStore } from "../../src/db/accounts/account-store.ts";
import { createOrganisationStore } from "../../src/db/accounts/organisation-store.ts";
import { connectDatabase, type Database } from "../../src/db/connection.ts";
import { createJobStore } from "../../src/db/jobs/job-store.ts";
import { migrate } from "../../src/db/migrate.ts";
import { createQuotaStore } from "../../src/db/accounts/quota-store.ts";
import { createMembershipStore } from "../../src/db/accounts/membership-store.ts";
import { createUsageStore } from "../../src/db/usage/usage-store.ts";
import { atMost, type Bench, type Figure } from "./harness/bench.ts";
import { createDatabase } from "./database.ts";
import { quantile } from "./harness/statistics.ts";
import { ONE_PICTURE, onePicture } from "./one-picture.ts";

const WARM_UP = 100;
const SAMPLES = 500;
/** Rows of the ledger: each job has two. */
const ROWS = 1_000_000;
/** Jobs per statement. */
const PART = 20_000;
const LOOKS = 20;
const log = pino({ level: "silent" });
const PLACE = {
  conversation: { platform: "console", workspace: "main", channel: "general" },
  actor: { userId: "member", displayName: "Max", locale: "en", isAdmin: false },
} as const;
const SETTER = { accountId: undefined, name: "Ada", workspace: "console:main" } as const;

export const decided: Bench = {
  name: "decided",
  floor: "the same acceptance in the same statement, in an organisation without rules, quotas and keys",
  async run({ server, say }) {
    const url = await createDatabase((await server()).url, "decided");
    await migrate(url);
    const db = connectDatabase(url, log);
    try {
      const figures = await decisions(db);
      say("  decided: filling the ledger");
      return { figures: [...figures, ...(await usages(db))], notes: [`${SAMPLES} acceptances, one at a time.`] };
    } finally {
      await db.close();
    }
  },
};

/** The cost of a decision: the membership is looked up every time, as in a process without a cache. */
async function decisions(db: Database): Promise<Figure[]> {
  let queries = 0;
  const counted: Database = {
    ...db,
    run: (work, deadlineMs) => {
      queries++;
      return db.run(work, deadlineMs);
    },
    runSoon: (work) => {
      queries++;
      return db.runSoon(work);
    },
  };
  const accounts = createAccountStore(counted);
  const organisationId = await createOrganisationStore(db).consoleOrganisation();
  const memberships = createMemberships({ store: createMembershipStore(counted), accounts, clock: systemClock, log });
  const first = await memberships.membershipOf(PLACE);
  if (!first) throw new Error("nobody has claimed the workspace");
  await rule(db, organisationId, first.scopes);
  const jobs = createJobStore(counted, { changed() {}, freed() {}, time() {} });
  const bare = await accountElsewhere(db);

  const accept = (of: { organisationId: string; accountId: string }, scopes: readonly string[]): Promise<unknown> =>
    jobs.insertBatch(onePicture({ ...of, conversation: PLACE.conversation, scopes }));
  const whole = async (): Promise<void> => {
    const membership = await memberships.membershipOf(PLACE);
    if (!membership) throw new Error("the membership was not found");
    const problems = checkPolicy(
      ONE_PICTURE,
      membership,
      PLACE.conversation,
      allowedModelsOf(membership.policy, undefined),
    );
    if (problems.length > 0) throw new Error("refused");
    await accept(membership, membership.scopes.map(encodeScope));
  };
  const wholeMs: number[] = [];
  const floorMs: number[] = [];
  let most = 0;
  for (let sample = 0; sample < WARM_UP + SAMPLES; sample++) {
    const floor = await timed(() => accept(bare, [`account:${bare.accountId}`]));
    const before = queries;
    const ms = await timed(whole);
    most = Math.max(most, queries - before);
    if (sample < WARM_UP) continue;
    floorMs.push(floor);
    wholeMs.push(ms);
  }
  const [p50, floor] = [quantile(wholeMs, 0.5), quantile(floorMs, 0.5)];
  return [
    { what: "accepted with rules, four quotas and three tiers of keys, p50", unit: "ms", value: p50, floor },
    { what: "what deciding adds, p50", unit: "ms", value: p50 - floor, aims: [atMost(3)] },
    { what: "queries for it", unit: "x", value: most, aims: [atMost(3)] },
  ];
}

async function rule(db: Database, organisationId: string, scopes: readonly Scope[]): Promise<void> {
  const quotas = createQuotaStore(db);
  for (const scope of scopes) {
    await quotas.set({ organisationId, actor: SETTER }, { scope, unit: "images", span: "day" }, 10_000_000);
    const settings = JSON.stringify({
      models: ["provider-*"],
      maxCount: 5,
      blockedWords: ["forbidden"],
      jobsAtOnce: 5,
    });
    await db.run((run) =>
      run.execute(`insert into policies (organisation_id, scope, settings)
        values ('${organisationId}', '${encodeScope(scope)}', '${settings}')`),
    );
  }
  for (const scope of [ORGANISATION_SCOPE, ...scopes.slice(1, 2), ...scopes.slice(-1)]) {
    await db.run((run) =>
      run.execute(`insert into credentials (organisation_id, fingerprint, sealed_secret, services, concurrency, clip_concurrency, scope)
        values ('${organisationId}', '${randomUUID()}', 'sealed', '{image}', 5, 5, '${encodeScope(scope)}')`),
    );
  }
}

async function accountElsewhere(db: Database): Promise<{ organisationId: string; accountId: string }> {
  const [row] = await db.run((run) =>
    run.execute<{ id: string; organisation_id: string }>(`
      with made as (insert into organisations default values returning id)
      insert into accounts (organisation_id, display_name) select id, 'Max' from made returning id, organisation_id`),
  );
  if (!row) throw new Error("no account");
  return { organisationId: row.organisation_id, accountId: row.id };
}

/** A million rows over a year: two hundred members who make a picture a minute together. */
async function usages(db: Database): Promise<Figure[]> {
  const organisationId = randomUUID();
  const fill = (statement: string): Promise<unknown> => db.run((run) => run.execute(statement), 60_000);
  await fill(`
    insert into accounts (id, organisation_id, display_name)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, (select id from organisations limit 1), 'member ' || n
    from generate_series(0, 199) n`);
  // In parts, so that each statement stays within its time limit.
  for (let from = 0; from < ROWS / 2; from += PART) {
    await fill(`
      insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
        counts_at)
      select '${organisationId}', ('00000000-0000-4000-8000-' || lpad((n % 200)::text, 12, '0'))::uuid, 'console:main',
        'console:main:channel-' || n % 17, job, job, 'model-' || n % 7, entry,
        case when n % 5 = 0 then 'seconds' else 'images' end, 8, case entry when 'reserved' then 8 else 0 end,
        now() - n * interval '63 seconds'
      from (
        select n, gen_random_uuid() as job from generate_series(${from + 1}, ${from + PART}) n
      ) made,
        unnest(array['reserved', 'charged']) entry`);
  }
  await fill("vacuum analyze ledger");
  const usage = createUsageStore(db);
  const member = "00000000-0000-4000-8000-000000000007";
  const looks = {
    "a member's usage": () => usage.own(organisationId, member, "console:main"),
    "an organisation's usage of a month by member": () =>
      usage.shares(organisationId, "console:main", "month", "member"),
    "an organisation's usage of a month by model": () => usage.shares(organisationId, "console:main", "month", "model"),
  };
  const figures: Figure[] = [];
  for (const [what, look] of Object.entries(looks)) {
    const ms: number[] = [];
    for (let count = 0; count < LOOKS; count++) ms.push(await timed(look));
    figures.push({
      what: `${what}, ${ROWS.toLocaleString("en")} rows, p50`,
      unit: "ms",
      value: quantile(ms, 0.5),
      aims: [atMost(50)],
    });
  }
  return figures;
}

async function timed(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}
