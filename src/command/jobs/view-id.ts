/**
 * The member's own requests, their own in progress, this channel's, those starred by the member in this workspace or by anyone in
 * this channel, or, for admins, those of the whole workspace.
 */
export const JOB_SCOPES = ["own", "running", "channel", "starred", "all"] as const;
export type JobScope = (typeof JOB_SCOPES)[number];

/** Whether a list holds only the reader's own requests, wherever they made them. */
export function isOwnScope(scope: JobScope): boolean {
  return scope === "own" || scope === "running";
}

/** The most requests to list over all pages. Of a channel or workspace, the reader may see fewer. */
const JOBS_LISTED = 50;
/** The same for starred requests: all stars of an account that was merged from several, and those of a channel. */
const STARRED_LISTED = 300;

export function listedIn(scope: JobScope): number {
  return scope === "starred" ? STARRED_LISTED : JOBS_LISTED;
}

/** What can be done with one request. */
const ONE_ACTS = ["show", "cancel", "deliver"] as const;
type OneAct = (typeof ONE_ACTS)[number];

/**
 * What a button or a choice of `/jobs` does, encoded in its id, so that it never expires. `page` counts from 0; `scope`: of the
 * list.
 */
export type JobsPress =
  | { readonly kind: "list"; readonly scope: JobScope; readonly page: number }
  | { readonly kind: OneAct; readonly scope: JobScope; readonly batchId: string };

const SCOPE = JOB_SCOPES.join("|");
const LIST = new RegExp(`^jobs:list:(${SCOPE}):(\\d{1,2})$`);
const ONE = new RegExp(`^jobs:(${ONE_ACTS.join("|")}):(${SCOPE}):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$`);

/** Undefined if it is not an id of `/jobs`. */
export function readJobsPress(id: string): JobsPress | undefined {
  const [, listed, page] = LIST.exec(id) ?? [];
  if (listed !== undefined) return { kind: "list", scope: scopeOf(listed), page: Number(page) };
  const [, given, scope, batchId] = ONE.exec(id) ?? [];
  const act = ONE_ACTS.find((known) => known === given);
  if (batchId === undefined || act === undefined) return undefined;
  return { kind: act, scope: scopeOf(scope), batchId };
}

/** The reverse of `readJobsPress`; at most 100 characters. */
export function jobsPressId(press: JobsPress): string {
  return `jobs:${press.kind}:${press.scope}:${press.kind === "list" ? press.page : press.batchId}`;
}

function scopeOf(given: string | undefined): JobScope {
  return JOB_SCOPES.find((known) => known === given) ?? "own";
}
