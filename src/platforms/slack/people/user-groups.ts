import { SLACK_LOOK_UP_MS } from "../limits.ts";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** How long the members of user groups are taken as they were. */
export const SLACK_GROUPS_MS = 3 * 60_000;
/** Where Slack has never told them, they are asked for again after this: some rules let nobody in until then. */
export const SLACK_GROUPS_RETRY_MS = 10_000;

/** A user group, as people mention it. */
export interface UserGroup {
  readonly id: string;
  readonly name: string;
  /** As people type it after `@`. */
  readonly handle: string;
}

export interface UserGroups {
  /**
   * Ids of the groups that someone is in. Never rejects: what Slack does not tell in time is as it was last; undefined where Slack
   * has never told.
   */
  of(userId: string): Promise<readonly string[] | undefined>;
  /** Rejects with a `PlatformError` where Slack has never told. */
  all(): Promise<readonly UserGroup[]>;
}

const Listed = z.object({
  usergroups: z
    .array(
      z.object({
        id: z.string(),
        name: z.string().default(""),
        handle: z.string().default(""),
        users: z.array(z.string()).default([]),
      }),
    )
    .default([]),
});
/** Answers that say that the workspace can have no user groups. */
const NO_GROUPS: ReadonlySet<string> = new Set(["plan_upgrade_required", "paid_only", "paid_teams_only"]);
type Listed = z.infer<typeof Listed>["usergroups"];

/** The workspace's user groups with their members: asked for all at once, and taken as they were for a few minutes. */
export function createUserGroups(context: {
  readonly web: SlackWeb;
  readonly clock: Clock;
  readonly log: Logger;
}): UserGroups {
  const { web, clock, log } = context;
  let known: { readonly groups: Listed | undefined; readonly at: number } | undefined;
  let asking: Promise<Listed | undefined> | undefined;

  const ask = async (): Promise<Listed | undefined> => {
    try {
      const signal = AbortSignal.timeout(SLACK_LOOK_UP_MS);
      const { usergroups } = await web.call("usergroups.list", { include_users: true }, Listed, signal);
      known = { groups: usergroups, at: clock.elapsed() };
    } catch (error) {
      log.warn({ err: error }, "Slack does not say which user groups there are");
      // Workspaces on a free plan have none.
      const hasNone = error instanceof SlackRefusal && NO_GROUPS.has(error.slackCode);
      known = { groups: hasNone ? [] : known?.groups, at: clock.elapsed() };
    }
    return known.groups;
  };
  const current = async (): Promise<Listed | undefined> => {
    // After a failure nobody waits for the same again for a moment.
    const forMs = known?.groups ? SLACK_GROUPS_MS : SLACK_GROUPS_RETRY_MS;
    if (known && clock.elapsed() - known.at < forMs) return known.groups;
    asking ??= ask().finally(() => (asking = undefined));
    // Who has the last answer does not wait for the next.
    return known?.groups ?? asking;
  };
  return {
    of: async (userId) => (await current())?.filter(({ users }) => users.includes(userId)).map(({ id }) => id),
    async all() {
      const groups = await current();
      if (!groups) throw new PlatformError("unavailable", "Slack does not say which user groups there are");
      return groups.map(({ id, name, handle }) => ({ id, name, handle }));
    },
  };
}
