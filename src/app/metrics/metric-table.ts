/** A metric as Prometheus knows it. Its name ends with its unit, and a counter's with `_total`. */
export interface Metric {
  readonly type: "counter" | "gauge" | "histogram";
  readonly help: string;
  /** Each label has a bounded set of values. None names a person, a channel, a prompt or a secret. */
  readonly labels: readonly string[];
  /** A histogram's upper bounds, in seconds. */
  readonly buckets?: readonly number[];
}

/** For work that mostly takes milliseconds: database calls, and files that already exist. */
const CALL_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** For calls to other services, up to their time-outs. */
const ANSWER_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** For the time that Easel itself adds to a request. Waiting for a slot may take long. */
const OWN_SECONDS = [0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 21_600];
/** For the time that a gateway works on a picture or a clip. */
const GATEWAY_SECONDS = [1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1_800, 7_200];

/**
 * All of Easel's own metrics, from which `docs/reference/metrics.md` is generated. A counter that only one platform has is
 * declared in that platform's `entry.ts`.
 */
export const METRICS = {
  easel_build_info: {
    type: "gauge",
    help: "always 1; the labels are the version of this process and the database schema that it works with",
    labels: ["version", "schema"],
  },
  easel_requests_accepted_total: {
    type: "counter",
    help: "accepted requests: each of them ends in a result or a reported failure",
    labels: ["platform", "service", "model"],
  },
  easel_requests_refused_total: {
    type: "counter",
    help: "requests and commands that were refused before anything was sent or spent, by the rule that refused them",
    labels: ["platform", "rule"],
  },
  easel_quota_refusals_total: {
    type: "counter",
    help: "requests that exceeded a quota; some of them then waited for an admin's approval",
    labels: ["service"],
  },
  easel_job_transitions_total: {
    type: "counter",
    help: "changes of a job's state that this process wrote, by the new state",
    labels: ["service", "model", "state"],
  },
  easel_jobs: {
    type: "gauge",
    help: "jobs of all processes that have not ended, by state; at most 10,000 of a kind are counted",
    labels: ["service", "model", "state"],
  },
  easel_jobs_oldest_waiting_seconds: {
    type: "gauge",
    help: "the longest time that a job has been waiting for a slot, among at most 10,000 waiting jobs; 0 if none is waiting",
    labels: ["service"],
  },
  easel_job_waiting_seconds: {
    type: "histogram",
    help: "time from a job's acceptance, or its approval, until it got a slot",
    labels: ["service"],
    buckets: OWN_SECONDS,
  },
  easel_job_takeovers_total: {
    type: "counter",
    help: "jobs that this process took over from processes that had died or left",
    labels: [],
  },
  easel_create_seconds: {
    type: "histogram",
    help: "how long creates took, by outcome: created, refused, refused_for_now (a later try may succeed), not_sent or unknown",
    labels: ["service", "outcome"],
    buckets: ANSWER_SECONDS,
  },
  easel_create_refusals_total: {
    type: "counter",
    help: "creates that the gateway refused, by HTTP status",
    labels: ["service", "status"],
  },
  easel_gateway_seconds: {
    type: "histogram",
    help: "time from a job's create until it had ended at the gateway, by the state in which it ended",
    labels: ["service", "state"],
    buckets: GATEWAY_SECONDS,
  },
  easel_result_own_seconds: {
    type: "histogram",
    help: "time from a request's acceptance, or its approval, until its result was posted, without the time in which the gateway worked on it",
    labels: ["platform", "service"],
    buckets: OWN_SECONDS,
  },
  easel_results_pending: {
    type: "gauge",
    help: "results that are being posted, including retries, among at most 10,000 open requests",
    labels: ["platform"],
  },
  easel_results_undeliverable_total: {
    type: "counter",
    help: "results that this process gave up posting in their conversation, because the platform refuses them for good",
    labels: ["platform"],
  },
  easel_key_slots: {
    type: "gauge",
    help: "slots of gateway keys: used, unknown (used by a job whose create has an unknown outcome) or free; key is masked, `removed` for keys that are gone, and `other` beyond the 50 busiest",
    labels: ["key", "service", "state"],
  },
  easel_workers_alive: {
    type: "gauge",
    help: "processes of all roles but chat whose heartbeat is not overdue",
    labels: [],
  },
  easel_chats_alive: {
    type: "gauge",
    help: "processes of all roles but worker that have sent a heartbeat within 35 seconds; those that stop are left out immediately",
    labels: [],
  },
  easel_leases: {
    type: "gauge",
    help: "leases that are held: post (one for each workspace that Easel posts to), others by their name",
    labels: ["lease"],
  },
  easel_worker_leases_total: {
    type: "counter",
    help: "worker leases that this process has begun; more than one since its start means that it has lost one",
    labels: [],
  },
  easel_heartbeat_failures_total: {
    type: "counter",
    help: "heartbeats of this process that were not confirmed, or found it declared dead",
    labels: [],
  },
  easel_platform_call_seconds: {
    type: "histogram",
    help: "how long calls that deliver took, including uploads, by outcome: ok, or why the call failed",
    labels: ["platform", "call", "outcome"],
    buckets: ANSWER_SECONDS,
  },
  easel_platform_rate_limits_total: {
    type: "counter",
    help: "responses of a platform that report an exceeded rate limit (429)",
    labels: ["platform"],
  },
  easel_platform_reconnects_total: {
    type: "counter",
    help: "connections to a platform that broke and were opened again",
    labels: ["platform"],
  },
  easel_part_up: {
    type: "gauge",
    help: "1 when an external service (a chat platform, the gateway, the store) can be used",
    labels: ["part"],
  },
  easel_media_stored_bytes_total: {
    type: "counter",
    help: "bytes of the files that this process has put into the media store",
    labels: [],
  },
  easel_thumbnail_seconds: {
    type: "histogram",
    help: "how long the Console's page waited for thumbnails, by outcome: found, none (the picture itself is shown) or failed",
    labels: ["outcome"],
    buckets: CALL_SECONDS,
  },
  easel_keys_refused: {
    type: "gauge",
    help: "keys that the gateway refuses, or whose cap or balance is used up: Easel doesn't use them for now",
    labels: ["service"],
  },
  easel_backup_age_seconds: {
    type: "gauge",
    help: "how long ago `npm run backup` last made a complete copy; left out until it has made one",
    labels: [],
  },
  easel_disk_free_bytes: {
    type: "gauge",
    help: "bytes that this process can still write to the disk of `DATA_DIR`",
    labels: [],
  },
  easel_disk_full: {
    type: "gauge",
    help: "1 when there was no room for the last file to be written",
    labels: [],
  },
  easel_console_sessions: {
    type: "gauge",
    help: "log-ins at the Console that have not expired; 0 if it has no password",
    labels: [],
  },
  easel_database_up: {
    type: "gauge",
    help: "1 when the database can be used: it answered the last call, and no newer Easel has changed it",
    labels: [],
  },
  easel_database_clock_ahead_seconds: {
    type: "gauge",
    help: "how far the database's clock was ahead of this machine's at the last heartbeat",
    labels: [],
  },
  easel_database_call_seconds: {
    type: "histogram",
    help: "how long calls to the database took (a statement, or a transaction), with the wait for a connection, by outcome: answered, busy, unavailable or failed",
    labels: ["pool", "outcome"],
    buckets: CALL_SECONDS,
  },
  easel_database_wait_seconds: {
    type: "histogram",
    help: "how long transactions waited to get a connection and begin; the rest of their calls is spent on statements. Single statements don't wait: they are sent immediately, behind others if no connection is free",
    labels: [],
    buckets: CALL_SECONDS,
  },
  easel_database_calls: {
    type: "gauge",
    help: "calls to the database in progress; background calls above easel_database_connections wait",
    labels: ["pool"],
  },
  easel_database_connections: {
    type: "gauge",
    help: "the maximum connections of a pool: background, or interactive (for work that a person waits for), which opens up to 6 more while some are stuck",
    labels: ["pool"],
  },
} as const satisfies Readonly<Record<`easel_${string}`, Metric>>;

type Metrics = typeof METRICS;
export type MetricName = keyof Metrics;

/** The metrics of a type. */
export type NameOf<Type extends Metric["type"]> = {
  [Name in MetricName]: Metrics[Name]["type"] extends Type ? Name : never;
}[MetricName];

/** A value for each label of a metric. */
export type LabelsOf<Name extends MetricName> = { readonly [Label in Metrics[Name]["labels"][number]]: string };
