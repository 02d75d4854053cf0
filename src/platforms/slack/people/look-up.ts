import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { createTtlCache } from "../../../lib/ttl-cache.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Named, NamedKind, Platform } from "../../../core/chat/platform.ts";
import type { SlackIdentity } from "../connect/identity.ts";
import { Belonging, isOurs, type People } from "./people.ts";
import type { UserGroups } from "./user-groups.ts";
import { SLACK_REMEMBERED } from "../limits.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/**
 * Cache time for workspace membership. Each button press in a direct message needs it, and all members share the workspace's limit of
 * about 100 `users.info` calls a minute.
 */
const SLACK_NAMED_MS = 60_000;

/** `deleted`: the account was deactivated. */
const User = Belonging.extend({ id: z.string(), deleted: z.boolean().default(false) });
type User = z.infer<typeof User>;
const UserInfo = z.object({ user: User });
const Channel = z.object({ channel: z.object({ id: z.string(), name: z.string().optional() }) });

/** How Slack writes mentions in text, and the bare ids. */
const MENTION: Record<NamedKind, RegExp> = {
  person: /^<@([UW][A-Z0-9]+)(?:\|[^>]*)?>$|^([UW][A-Z0-9]{6,})$/,
  role: /^<!subteam\^(S[A-Z0-9]+)(?:\|[^>]*)?>$|^(S[A-Z0-9]{6,})$/,
  channel: /^<#([CG][A-Z0-9]+)(?:\|[^>]*)?>$|^([CG][A-Z0-9]{6,})$/,
};

/**
 * See `Platform.lookUp`. People and channels can be found only by mention or id, because Slack can't search by name. Rejects
 * immediately while the rate limit for people is used up.
 */
export function createLookUp(context: {
  readonly web: SlackWeb;
  readonly identity: () => Promise<SlackIdentity>;
  readonly people: Pick<People, "find">;
  readonly groups: Pick<UserGroups, "all">;
  readonly clock: Pick<Clock, "elapsed">;
}): Platform["lookUp"] {
  const { web, identity, people, groups, clock } = context;
  const users = createTtlCache<User>(clock, { keptMs: SLACK_NAMED_MS, max: SLACK_REMEMBERED });

  async function roleOf(id: string | undefined, text: string): Promise<Named | undefined> {
    const name = text.replace(/^@/, "").toLowerCase();
    const found = (await groups.all()).filter((group) =>
      id === undefined ? [group.handle, group.name].some((one) => one.toLowerCase() === name) : group.id === id,
    );
    const [first] = found;
    return first && found.length === 1 ? { id: first.id, name: first.handle || first.name } : undefined;
  }

  async function channelOf(id: string): Promise<Named> {
    const { channel } = await web.call("conversations.info", { channel: id }, Channel);
    return { id: channel.id, name: channel.name ?? channel.id };
  }

  async function personOf(id: string, teamId: string): Promise<Named | undefined> {
    const user = await users(id, async () => (await web.callOrDrop("users.info", { user: id }, UserInfo)).user);
    if (!isOurs(user, teamId)) return undefined;
    const { displayName, roles = [], isGuest, rightsUnknown, rolesUnknown } = await people.find(user.id);
    // Permission rules must not be decided on incomplete data.
    if (rightsUnknown || rolesUnknown)
      throw new PlatformError("unavailable", "Slack did not report this person's permissions and groups");
    return { id: user.id, name: displayName, roles, isGuest, ...(user.deleted ? { hasLeft: true } : {}) };
  }

  return async ({ workspace }, kind, given) => {
    const { teamId } = await identity();
    if (workspace !== teamId) return undefined;
    const text = given.trim();
    const [, mentioned, plain] = MENTION[kind].exec(text) ?? [];
    const id = mentioned ?? plain;
    if (kind === "role") return roleOf(id, text);
    if (id === undefined) return undefined;
    try {
      return await (kind === "channel" ? channelOf(id) : personOf(id, teamId));
    } catch (error) {
      if (error instanceof SlackRefusal && (error.failure === "gone" || error.failure === "forbidden"))
        return undefined;
      throw error;
    }
  };
}
