import { SLACK_LOOK_UP_MS, SLACK_REMEMBERED } from "../limits.ts";
import { addToCache } from "../../../lib/bounded-cache.ts";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";
import { nearestLocale } from "../../../lib/locale.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Actor } from "../../../core/chat/event.ts";
import type { SlackIdentity } from "../connect/identity.ts";
import { createNames, type NamesOf } from "./display-names.ts";
import type { UserGroups } from "./user-groups.ts";
import type { SlackWeb } from "../connect/web-api.ts";

/** How long a person's name and permissions are cached. */
export const SLACK_PERSON_MS = 10 * 60_000;
/**
 * How much longer they are used while Slack's rate limit for look-ups is used up. It is shared by the whole workspace, so
 * one member could otherwise take every admin's permissions away.
 */
export const SLACK_PERSON_RATE_LIMITED_MS = 10 * 60_000;

/** A person as Slack knows them. */
export interface Person extends Actor {
  readonly isGuest: boolean;
  /** Whether they belong to another workspace and are here through a shared channel. */
  readonly isStranger: boolean;
}

export interface People {
  /**
   * Never rejects. When Slack does not answer in time, the person's permissions are unknown and their last known name
   * is used. While its rate limit is used up, permissions that were known a moment ago still apply. `given` holds what
   * the event itself said about them.
   */
  find(
    userId: string,
    given?: { readonly name?: string | undefined; readonly teamId?: string | undefined },
  ): Promise<Person>;
  /** The names of mentioned people. */
  readonly namesOf: NamesOf;
}

/** The workspaces of a user in `users.info`. */
export const Belonging = z.object({
  team_id: z.string().optional(),
  /** In companies with several workspaces, all workspaces of the user. */
  enterprise_user: z.object({ teams: z.array(z.string()).default([]) }).nullish(),
  is_stranger: z.boolean().default(false),
});

/** Whether a user belongs to our workspace. */
export function isOurs({ team_id, enterprise_user, is_stranger }: z.infer<typeof Belonging>, teamId: string): boolean {
  if (is_stranger) return false;
  return team_id === undefined || team_id === teamId || (enterprise_user?.teams.includes(teamId) ?? false);
}

const flag = z.boolean().default(false);
const UserInfo = z.object({
  user: Belonging.extend({
    id: z.string(),
    name: z.string().default(""),
    real_name: z.string().optional(),
    locale: z.string().optional(),
    is_admin: flag,
    is_owner: flag,
    is_primary_owner: flag,
    is_restricted: flag,
    is_ultra_restricted: flag,
    profile: z.object({ display_name: z.string().optional(), real_name: z.string().optional() }).default({}),
  }),
});

export function createPeople(context: {
  readonly web: SlackWeb;
  readonly identity: () => Promise<SlackIdentity>;
  readonly groups: Pick<UserGroups, "of">;
  readonly clock: Clock;
  readonly log: Logger;
}): People {
  const { web, identity, groups, clock, log } = context;
  const known = new Map<string, { readonly person: Person; readonly at: number }>();

  const isOld = ({ at }: { readonly at: number }): boolean => clock.elapsed() - at >= SLACK_PERSON_MS;

  async function ask(userId: string, signal: AbortSignal): Promise<Person> {
    const args = { user: userId, include_locale: true };
    const [{ user }, { teamId }] = await Promise.all([
      web.callOrDrop("users.info", args, UserInfo, signal),
      identity(),
    ]);
    const isStranger = !isOurs(user, teamId);
    const person = {
      userId,
      displayName: user.profile.display_name || user.profile.real_name || user.real_name || user.name || userId,
      locale: nearestLocale(user.locale),
      // An admin of another workspace has no admin rights here.
      isAdmin: !isStranger && (user.is_admin || user.is_owner || user.is_primary_owner),
      isGuest: user.is_restricted || user.is_ultra_restricted,
      isStranger,
    };
    addToCache(known, userId, { person, at: clock.elapsed() }, SLACK_REMEMBERED);
    return person;
  }

  const look: People["find"] = async (userId, given = {}) => {
    const remembered = known.get(userId);
    if (remembered && !isOld(remembered)) return remembered.person;
    try {
      return await ask(userId, AbortSignal.timeout(SLACK_LOOK_UP_MS));
    } catch (error) {
      log.warn({ err: error }, "Slack did not answer a look-up of a person");
      const isRateLimited = error instanceof PlatformError && error.failure === "rate_limited";
      const keptMs = SLACK_PERSON_MS + SLACK_PERSON_RATE_LIMITED_MS;
      if (remembered && isRateLimited && clock.elapsed() - remembered.at < keptMs) return remembered.person;
      const { teamId } = await identity().catch(() => ({ teamId: undefined }));
      const isStranger = given.teamId !== undefined && given.teamId !== teamId;
      const displayName = given.name || userId;
      const last = remembered?.person ?? { userId, displayName, locale: "en" as const, isGuest: false, isStranger };
      return { ...last, isAdmin: false, rightsUnknown: true };
    }
  };

  const namesOf = createNames({
    remembered(userId) {
      const one = known.get(userId);
      return one && { name: one.person.displayName, isOld: isOld(one) };
    },
    ask: async (userId, signal) => (await ask(userId, signal)).displayName,
    clock,
    log,
  });

  return {
    namesOf,
    async find(userId, given) {
      const [person, roles] = await Promise.all([look(userId, given), groups.of(userId)]);
      return roles === undefined ? { ...person, rolesUnknown: true } : { ...person, roles };
    },
  };
}
