import type { Clock } from "../../../lib/clock.ts";
import { createMemberLimit, type MemberLimit, type MemberShares } from "../../../lib/minute-limit.ts";

/** How often a minute a home is built. That runs several commands, and Slack reports every opening. */
const HOMES: MemberShares = { member: 10, workspace: 60 };
/**
 * How often a minute Easel asks Slack whether a person may see a channel's pictures in their home. This leaves most of `SLACK_READERS`
 * for requests.
 */
const HOME_PICTURES: MemberShares = { member: 10, workspace: 20 };

/** Limits on the homes of a workspace's members. */
export interface HomeLimits {
  readonly mayPublish: MemberLimit;
  readonly mayAskForPicture: MemberLimit;
}

export function createHomeLimits(clock: Clock): HomeLimits {
  return {
    mayPublish: createMemberLimit(clock, HOMES),
    mayAskForPicture: createMemberLimit(clock, HOME_PICTURES),
  };
}
