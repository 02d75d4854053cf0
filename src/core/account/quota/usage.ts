import type { Span, Unit } from "./quota.ts";

/** How much was used in the present day, week or month of a workspace. */
export interface UsedIn {
  readonly span: Span;
  readonly unit: Unit;
  readonly used: number;
}

/** What usage is told apart by. */
export const USAGE_BY = ["member", "channel", "model"] as const;
export type UsageBy = (typeof USAGE_BY)[number];

/** What one member, channel or model used. */
export interface UsageShare {
  /** A person's name, `encodeConversation`, or a model's name. */
  readonly name: string;
  readonly images: number;
  readonly seconds: number;
}

/** What one member used of one model in one channel on one day. */
export interface UsageDay {
  /** Of the workspace's zone, e.g. `2026-11-21`. */
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
 * The port to what was used: reserved and not released, in the window in which it was asked for. Windows are those of a
 * workspace (`encodeWorkspace`). Rejects with `DatabaseUnavailableError` when it can't tell.
 */
export interface Usage {
  /** A member's, in the present day, week and month. */
  own(organisationId: string, accountId: string, workspace: string): Promise<readonly UsedIn[]>;
  /** The organisation's in the present window, most first. */
  shares(organisationId: string, workspace: string, span: Span, by: UsageBy): Promise<readonly UsageShare[]>;
  /** The same day by day, the latest first; at most `limit` rows. */
  days(organisationId: string, workspace: string, span: Span, limit: number): Promise<readonly UsageDay[]>;
}
