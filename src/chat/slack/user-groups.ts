import { z } from "zod";
import type { Clock } from "../../clock.ts";
import { SLACK_GROUPS_MS, SLACK_LOOK_UP_MS } from "../../limits.ts";
import type { Logger } from "../../log.ts";
import type { SlackWeb } from "./web.ts";

/** A user group, as people mention it. */
export interface UserGroup {
  readonly id: string;
  readonly name: string;
  /** As people type it after `@`. */
  readonly handle: string;
}

export interface UserGroups {
  /** Ids of the groups that someone is in. Never rejects: what can't be had in time is as it was last, at first none. */
  of(userId: string): Promise<readonly string[]>;
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
type Listed = z.infer<typeof Listed>["usergroups"];

/** The workspace's user groups with their members: asked for all at once, and taken as they were for a few minutes. */
export function createUserGroups(context: {
  readonly web: SlackWeb;
  readonly clock: Clock;
  readonly log: Logger;
}): UserGroups {
  const { web, clock, log } = context;
  let known: { readonly groups: Listed; readonly at: number } | undefined;
  let asking: Promise<Listed> | undefined;

  const ask = async (): Promise<Listed> => {
    try {
      const signal = AbortSignal.timeout(SLACK_LOOK_UP_MS);
      const { usergroups } = await web.call("usergroups.list", { include_users: true }, Listed, signal);
      known = { groups: usergroups, at: clock.elapsed() };
    } catch (error) {
      log.info({ err: error }, "the user groups of the workspace are not known");
      // Whoever comes next need not wait for the same again.
      known = { groups: known?.groups ?? [], at: clock.elapsed() };
    }
    return known.groups;
  };
  const current = async (): Promise<Listed> => {
    if (known && clock.elapsed() - known.at < SLACK_GROUPS_MS) return known.groups;
    asking ??= ask().finally(() => (asking = undefined));
    // Those who have an answer already get it; the new one is for who comes later.
    return known ? known.groups : asking;
  };
  return {
    of: async (userId) => (await current()).filter(({ users }) => users.includes(userId)).map(({ id }) => id),
    all: async () => (await current()).map(({ id, name, handle }) => ({ id, name, handle })),
  };
}
