import type { Locale } from "../../../lib/locale.ts";
import { encodeCurrency, type Money } from "../../request/prices.ts";
import type { Span, Unit } from "./quota.ts";

/** The cost of some usage, by the operator's prices at the time of the request. */
export interface Spent {
  /** By currency; usually one. */
  readonly money: readonly Money[];
  /** How many of its jobs have no known price. */
  readonly unpriced: number;
}

/** Usage in a workspace's current day, week or month. */
export interface UsedIn {
  readonly span: Span;
  readonly unit: Unit;
  readonly used: number;
}

/** Rows of a table: enough for a thousand members over a month, in a file that every platform accepts. */
export const USAGE_ROWS = 30_000;

/** What usage can be grouped by. */
export const USAGE_BY = ["member", "channel", "model", "day"] as const;
export type UsageBy = (typeof USAGE_BY)[number];

/** One member's, channel's, model's or day's usage. */
export interface UsageShare {
  /** A person's name, `encodeConversation`, a model's name, or a day in the workspace's time zone, e.g. `2026-11-21`. */
  readonly name: string;
  readonly images: number;
  readonly seconds: number;
  /** Absent if nothing in the whole answer has a price. */
  readonly spent?: Spent;
}

/** One member's usage of one model in one channel on one day. */
export interface UsageDay {
  /** In the workspace's time zone, e.g. `2026-11-21`. */
  readonly day: string;
  readonly member: string;
  readonly accountId: string;
  /** `encodeConversation`. */
  readonly channel: string;
  readonly model: string;
  readonly jobs: number;
  readonly images: number;
  readonly seconds: number;
  /** Absent if nothing in the whole answer has a price. */
  readonly spent?: Spent;
}

/** A workspace's past month. */
export interface Month {
  /** `encodeWorkspace`. */
  readonly workspace: string;
  readonly startsAt: Date;
  /** The first moment after it. */
  readonly endsAt: Date;
  readonly timeZone: string;
  /** The language of the latest request there, because a channel has none. */
  readonly locale: Locale;
}

/**
 * The port to usage: what was reserved and not released, counted in the window of the request. Windows are a workspace's
 * (`encodeWorkspace`). Rejects with `DatabaseUnavailableError` if the database is unavailable.
 */
export interface Usage {
  /** A member's usage in the current day, week and month. */
  own(organisationId: string, accountId: string, workspace: string): Promise<readonly UsedIn[]>;
  /** What a member's usage in these spans cost; spans in which nothing has a price are left out. */
  ownSpent(organisationId: string, accountId: string, workspace: string): Promise<ReadonlyMap<Span, Spent>>;
  /** The organisation's usage in the current window, highest first; days latest first. */
  shares(organisationId: string, workspace: string, span: Span, by: UsageBy): Promise<readonly UsageShare[]>;
  /** The organisation's usage in detail, or one member's, latest first; at most `limit` rows. */
  days(
    organisationId: string,
    workspace: string,
    span: Span,
    limit: number,
    accountId?: string,
  ): Promise<readonly UsageDay[]>;
  /** The bounds of a month such as `2026-10` in the workspace's time zone. Undefined for an unknown workspace. */
  monthOf(
    organisationId: string,
    workspace: string,
    month: string,
  ): Promise<Pick<Month, "startsAt" | "endsAt" | "timeZone"> | undefined>;
  /** A workspace's usage in a month, in detail; at most `USAGE_ROWS` rows. */
  month(organisationId: string, month: Month): Promise<readonly UsageDay[]>;
}

/** The total cost of several parts of usage; undefined if none has a price. */
export function sumSpent(parts: readonly { readonly spent?: Spent }[]): Spent | undefined {
  const known = parts.flatMap(({ spent }) => (spent ? [spent] : []));
  const sums = new Map<string, Money>();
  for (const one of known.flatMap(({ money }) => money)) {
    const key = encodeCurrency(one);
    sums.set(key, { ...one, amount: one.amount + (sums.get(key)?.amount ?? 0) });
  }
  if (known.length === 0) return undefined;
  return { money: [...sums.values()], unpriced: known.reduce((sum, { unpriced }) => sum + unpriced, 0) };
}
