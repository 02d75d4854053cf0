import type { FilledIds } from "../filled-tenant.ts";
import type { Tenant, Tenants } from "../tenants.ts";

/** A call on behalf of an outsider: it must reveal nothing and change nothing. */
type OutsiderCall = () => Promise<unknown>;
/** Why a function is safe without such a call: it never gets unchecked ids from people. */
type Inner = string;

export const BY_WORKER: Inner = "asked by workers about their own jobs";
export const BY_REACH: Inner = "asked for a batch that `mayReach` has let through";
export const BY_MESSAGE: Inner = "asked for a message that the platform has just shown someone in its own conversation";
export const BY_JOB: Inner = "asked for the key that a job was given";

/** The caller and the target; `mark` is part of everything that the target owns. */
export interface Outsider {
  readonly tenants: Tenants;
  readonly mine: Tenant;
  readonly theirs: Tenant;
  readonly ids: FilledIds;
  readonly mark: string;
}

/** How each function of each store is called. */
export type StoreCalls = Record<
  string,
  { readonly store: object; readonly functions: Record<string, OutsiderCall | Inner> }
>;

/** Functions of a store that are all safe for the same reason. */
export const inner = (why: Inner, names: readonly string[]): Record<string, Inner> =>
  Object.fromEntries(names.map((name) => [name, why]));

/** For stores that notify other parts of changes: nothing listens here. */
export const UNHEARD = { changed() {}, freed() {}, time() {} };
