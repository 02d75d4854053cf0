import { z } from "zod";
import type { Conversation } from "../../../core/chat/conversation.ts";
import { PlatformError } from "../../../core/chat/errors.ts";
import type { Named, NamedKind } from "../../../core/chat/platform.ts";
import type { SlackIdentity } from "../connect/identity.ts";
import { Belonging, isOurs, type People } from "./people.ts";
import type { UserGroups } from "./user-groups.ts";
import { SlackRefusal, type SlackWeb } from "../connect/web-api.ts";

/** `deleted`: the account was deactivated. */
const User = z.object({ user: Belonging.extend({ id: z.string(), deleted: z.boolean().default(false) }) });
const Channel = z.object({ channel: z.object({ id: z.string(), name: z.string().optional() }) });

/** How Slack writes mentions in text, and the bare ids. */
const MENTION: Record<NamedKind, RegExp> = {
  person: /^<@([UW][A-Z0-9]+)(?:\|[^>]*)?>$|^([UW][A-Z0-9]{6,})$/,
  role: /^<!subteam\^(S[A-Z0-9]+)(?:\|[^>]*)?>$|^(S[A-Z0-9]{6,})$/,
  channel: /^<#([CG][A-Z0-9]+)(?:\|[^>]*)?>$|^([CG][A-Z0-9]{6,})$/,
};

export interface LookUpContext {
  readonly web: SlackWeb;
  readonly identity: () => Promise<SlackIdentity>;
  readonly people: People;
  readonly groups: UserGroups;
}

/**
 * See `Platform.lookUp`. People and channels can be found only by mention or id, because Slack can't search by name.
 */
export async function lookUp(
  context: LookUpContext,
  { workspace }: Conversation,
  kind: NamedKind,
  given: string,
): Promise<Named | undefined> {
  const { teamId } = await context.identity();
  if (workspace !== teamId) return undefined;
  const text = given.trim();
  const [, mentioned, plain] = MENTION[kind].exec(text) ?? [];
  const id = mentioned ?? plain;
  if (kind === "role") {
    const name = text.replace(/^@/, "").toLowerCase();
    const found = (await context.groups.all()).filter((group) =>
      id === undefined ? [group.handle, group.name].some((one) => one.toLowerCase() === name) : group.id === id,
    );
    const [first] = found;
    return first && found.length === 1 ? { id: first.id, name: first.handle || first.name } : undefined;
  }
  if (id === undefined) return undefined;
  try {
    if (kind === "channel") {
      const { channel } = await context.web.call("conversations.info", { channel: id }, Channel);
      return { id: channel.id, name: channel.name ?? channel.id };
    }
    const { user } = await context.web.call("users.info", { user: id }, User);
    if (!isOurs(user, teamId)) return undefined;
    const { displayName, roles = [], isGuest, rightsUnknown, rolesUnknown } = await context.people.find(user.id);
    // Permission rules must not be decided on incomplete data.
    if (rightsUnknown || rolesUnknown)
      throw new PlatformError("unavailable", "Slack did not report this person's permissions and groups");
    return { id: user.id, name: displayName, roles, isGuest, ...(user.deleted ? { hasLeft: true } : {}) };
  } catch (error) {
    if (error instanceof SlackRefusal && (error.failure === "gone" || error.failure === "forbidden")) return undefined;
    throw error;
  }
}
