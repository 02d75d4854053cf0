import { z } from "zod";
import type { Ledger } from "./fault-sums.ts";
import type { FaultWorld } from "./fault-world.ts";
import { pause } from "./fault-world.ts";

/** A person's request, under its own id. */
export interface Asked {
  readonly id: string;
  readonly prompt: string;
  readonly service: "image" | "video";
  readonly count: number;
  /** Whether Easel acknowledged it. */
  acknowledged: boolean;
}

const Call = z.object({
  /** Unix milliseconds of the gateway's clock, which can be advanced. */
  at: z.number(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.unknown()),
  body: z.unknown(),
  status: z.number().nullable(),
  fault: z.string().nullable(),
});
const Content = z.object({ files: z.array(z.unknown()), progress: z.unknown().optional() });
const Prompt = z.looseObject({ prompt: z.string() });

/**
 * Resolves when nothing is pending, or when the pending work has not decreased for `patienceMs` and counts as lost. Returns what
 * is still pending, for the failing test's message. `meanwhile` runs before each check.
 */
export async function settled(
  { sql }: FaultWorld,
  patienceMs: number,
  meanwhile: () => Promise<void> = async () => {},
): Promise<readonly object[]> {
  let deadline = performance.now() + patienceMs;
  let least = Number.POSITIVE_INFINITY;
  for (;;) {
    await meanwhile();
    const open = await sql`
      select b.id, b.request->>'prompt' as prompt, b.worker_id as owner,
        (select json_agg(json_build_object('state', state, 'worker', worker_id, 'tries', create_tries, 'fence', fence))
          from jobs where batch_id = b.id) as jobs,
        (select json_agg(json_build_object('kind', kind, 'state', state)) from posts where batch_id = b.id) as posts,
        (select json_agg(id) from workers) as workers
      from batches b where closed_at is null and (
        exists (select from jobs where batch_id = b.id and state in ('waiting', 'submitting', 'running'))
        or exists (select from artifacts where batch_id = b.id and state = 'due')
        or not exists (select from posts where batch_id = b.id and kind = 'result' and state = 'posted')
        or not exists (select from posts where batch_id = b.id and kind = 'notice' and state = 'folded')
        or not exists (select from jobs where batch_id = b.id and state = 'unknown'))`;
    if (open.length < least) deadline = performance.now() + patienceMs;
    least = Math.min(least, open.length);
    if (open.length === 0 || performance.now() > deadline) return open;
    await pause(50);
  }
}

/** Totals the outcomes of all requests, from the gateway's call list and the conversation itself. */
export async function audit(world: FaultWorld, asked: readonly Asked[], ledger: Ledger): Promise<string[]> {
  const response = await fetch(`${world.sandboxUrl}/sandbox/calls`);
  const calls = z.array(Call).parse(await response.json());
  const creates = calls.filter((call) => call.method === "POST");
  const messages = await world.sql<{ reply_to: string; content: unknown }[]>`
    select reply_to, content from console_messages where author = 'easel' and visible_to is null and not removed`;
  const wrong: string[] = [];
  const count = (what: "lost" | "createdTwice" | "postedTwice" | "noticesLeft" | "overLimit", why: string): void => {
    ledger[what] += 1;
    wrong.push(`${what}: ${why}`);
  };

  for (const one of asked) {
    ledger.asked += 1;
    const mine = messages.filter((message) => message.reply_to === one.id);
    const contents = mine.map((message) => Content.parse(message.content));
    const results = contents.filter((content) => content.progress === undefined);
    const files = results.reduce((sum, content) => sum + content.files.length, 0);
    ledger.made += files;
    if (one.acknowledged && results.length === 0) count("lost", `no result for ${one.prompt}`);
    if (files > one.count) count("postedTwice", `${files} files for ${one.prompt}`);
    // Besides the result, there may be a late one for each job whose outcome the result could not report.
    if (results.length > 1 + one.count) count("postedTwice", `${results.length} results for ${one.prompt}`);
    if (results.length < contents.length) count("noticesLeft", one.prompt);
    const unknown = await unknownOf(world, one.id);
    ledger.unknown += unknown;
    const sent = creates.filter(
      (call) => promptOf(call.body) === one.prompt && call.path.startsWith("/v1/videos") === (one.service === "video"),
    );
    ledger.creates += sent.length;
    if (files > 0 && sent.length === 0) count("lost", `the creates of ${one.prompt}`);
    const keys = new Set(sent.map((call) => String(call.headers["idempotency-key"])));
    if (one.service === "image" && keys.size > one.count) count("createdTwice", `${keys.size} keys for ${one.prompt}`);
    if (one.service === "video" && sent.length > one.count) {
      // The individual answers show where to look.
      const how = sent.map(
        ({ at, status, fault }) => `${new Date(at).toISOString()} ${status ?? "no answer"} ${fault ?? ""}`,
      );
      count("createdTwice", `${sent.length} of ${one.prompt}: ${how.join(", ")}`);
    }
    for (const key of one.service === "image" ? keys : []) {
      const bodies = sent
        .filter((call) => call.headers["idempotency-key"] === key)
        .map((call) => JSON.stringify(call.body));
      if (new Set(bodies).size > 1) count("createdTwice", `another body under the key of ${one.prompt}`);
    }
  }
  for (const call of creates) {
    if (call.status === 429 && call.fault === null) count("overLimit", promptOf(call.body) ?? call.path);
  }
  for (const many of await clipsOverLimit(world)) count("overLimit", `${many} clips at the gateway at once`);
  return wrong;
}

/**
 * The number of concurrent clips at the gateway, each time a new one exceeded the key's limit. Ignores clips that Easel doesn't
 * know: those of unanswered creates, which hold a slot only for a while.
 */
async function clipsOverLimit({ sql, clipsAtGateway }: FaultWorld): Promise<number[]> {
  const known = await sql<{ id: string }[]>`
    select remote_id as id from jobs where service = 'video' and remote_id is not null`;
  const [key] = await sql<{ limit: number }[]>`
    select max(clip_concurrency) as limit from credentials where 'video' = any(services)`;
  const ids = new Set(known.map((row) => row.id));
  const clips = clipsAtGateway().filter(({ id }) => ids.has(id));
  return clips
    .map(({ createdAt }) => clips.filter((one) => one.createdAt <= createdAt && one.endAt > createdAt).length)
    .filter((many) => many > (key?.limit ?? 0));
}

/**
 * The jobs that ended without a file in the conversation, and how. Easel reported them correctly, but no injected fault justifies
 * them. Excludes jobs with an unknown outcome.
 */
export async function unmade({ sql }: FaultWorld, asked: readonly Asked[]): Promise<readonly object[]> {
  return sql`
    select b.request->>'prompt' as prompt, j.ordinal, j.state, j.failure, j.create_tries as tries, j.fence,
      a.state as artifact, a.post, p.state as post_state
    from jobs j join batches b on b.id = j.batch_id
    left join artifacts a on a.job_id = j.id
    left join posts p on p.batch_id = j.batch_id and p.kind = a.post
    where b.request_message in ${sql(asked.map((one) => one.id))}
      and not (j.state = 'unknown' or j.failure->>'reason' = 'unknown_outcome')
      and (j.state <> 'succeeded' or a.state is distinct from 'fetched' or p.state is distinct from 'posted')`;
}

/** The number of requested files. */
export function expectedFiles(asked: readonly Asked[]): number {
  return asked.reduce((sum, one) => sum + one.count, 0);
}

async function unknownOf({ sql }: FaultWorld, message: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from jobs join batches on batches.id = jobs.batch_id
    where batches.request_message = ${message} and (jobs.state = 'unknown' or jobs.failure->>'reason' = 'unknown_outcome')`;
  return row?.count ?? 0;
}

function promptOf(body: unknown): string | undefined {
  return Prompt.safeParse(body).data?.prompt;
}
