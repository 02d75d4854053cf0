import { SLACK_LOOK_UP_MS } from "../limits.ts";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Named } from "../../../core/chat/platform.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** How long the members of user groups are cached. */
export const SLACK_GROUPS_MS = 3 * 60_000;
/** The delay before asking again when Slack has never answered. Until then, some rules admit nobody. */
export const SLACK_GROUPS_RETRY_MS = 10_000;

/** A user group that people can mention. */
export interface UserGroup {
  readonly id: string;
  readonly name: string;
  /** The name that people type after `@`. */
  readonly handle: string;
}

export interface UserGroups {
  /**
   * The ids of a person's groups. Never rejects: uses the last known members when Slack does not answer in time.
   * Undefined when Slack has never answered.
   */
  of(userId: string): Promise<readonly string[] | undefined>;
  /** Rejects with a `PlatformError` when Slack has never answered. */
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
/** Error codes of workspaces whose plan has no user groups. */
const NO_GROUPS: ReadonlySet<string> = new Set(["plan_upgrade_required", "paid_only", "paid_teams_only"]);
type Listed = z.infer<typeof Listed>["usergroups"];

/** The workspace's user groups as roles, by the names that people type. */
export async function namedGroups(groups: Pick<UserGroups, "all">): Promise<readonly Named[]> {
  return (await groups.all()).map(({ id, name, handle }) => ({ id, name: handle || name }));
}

/** The workspace's user groups with their members, fetched together and cached for a few minutes. */
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
      log.warn({ err: error }, "Slack did not answer a look-up of its user groups");
      // Workspaces on a free plan have no user groups.
      const hasNone = error instanceof SlackRefusal && NO_GROUPS.has(error.slackCode);
      known = { groups: hasNone ? [] : known?.groups, at: clock.elapsed() };
    }
    return known.groups;
  };
  const current = async (): Promise<Listed | undefined> => {
    // After a failure, callers don't wait for the same call again for a moment.
    const forMs = known?.groups ? SLACK_GROUPS_MS : SLACK_GROUPS_RETRY_MS;
    if (known && clock.elapsed() - known.at < forMs) return known.groups;
    asking ??= ask().finally(() => (asking = undefined));
    // With cached groups, the caller does not wait for the refresh.
    return known?.groups ?? asking;
  };
  return {
    of: async (userId) => (await current())?.filter(({ users }) => users.includes(userId)).map(({ id }) => id),
    async all() {
      const groups = await current();
      if (!groups) throw new PlatformError("unavailable", "Slack did not report the workspace's user groups");
      return groups.map(({ id, name, handle }) => ({ id, name, handle }));
    },
  };
}
