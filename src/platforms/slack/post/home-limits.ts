import type { Clock } from "../../../lib/clock.ts";
import { createMemberLimit, type MemberLimit, type MemberShares } from "../../../lib/minute-limit.ts";

/** How often a home is made in a minute: it takes several commands, and Slack reports each time that somebody opens it. */
const HOMES: MemberShares = { member: 10, workspace: 60 };
/**
 * How often Slack is asked in a minute whether somebody may see the pictures of a channel in their home. This leaves most of `SLACK_READERS` to
 * what people ask for.
 */
const HOME_PICTURES: MemberShares = { member: 10, workspace: 20 };

/** What bounds the homes of a workspace's members. */
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
