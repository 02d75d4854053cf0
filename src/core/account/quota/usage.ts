import type { Span, Unit } from "./quota.ts";

/** Usage in a workspace's current day, week or month. */
export interface UsedIn {
  readonly span: Span;
  readonly unit: Unit;
  readonly used: number;
}

/** What usage can be grouped by. */
export const USAGE_BY = ["member", "channel", "model"] as const;
export type UsageBy = (typeof USAGE_BY)[number];

/** One member's, channel's or model's usage. */
export interface UsageShare {
  /** A person's name, `encodeConversation`, or a model's name. */
  readonly name: string;
  readonly images: number;
  readonly seconds: number;
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
}

/**
 * The port to usage: what was reserved and not released, counted in the window of the request. Windows are a workspace's
 * (`encodeWorkspace`). Rejects with `DatabaseUnavailableError` if the database is unavailable.
 */
export interface Usage {
  /** A member's usage in the current day, week and month. */
  own(organisationId: string, accountId: string, workspace: string): Promise<readonly UsedIn[]>;
  /** The organisation's usage in the current window, highest first. */
  shares(organisationId: string, workspace: string, span: Span, by: UsageBy): Promise<readonly UsageShare[]>;
  /** The same by day, latest first; at most `limit` rows. */
  days(organisationId: string, workspace: string, span: Span, limit: number): Promise<readonly UsageDay[]>;
}
