import { escapeText } from "../../core/chat/message.ts";
import type { Acting } from "../acting.ts";
import type { Resolved } from "../admin/groups.ts";
import type { CommandContext } from "../command.ts";
import type { Invocation } from "../invocation.ts";
import { answer, refuse } from "../reply.ts";

/** A person of the workspace. */
interface FoundPerson {
  readonly userId: string;
  readonly name: string;
  /** Undefined if Easel stores nothing about this person. */
  readonly accountId: string | undefined;
}

/** Resolves the `person` option without creating an account. People who have left are found by their id or a mention. */
export async function findPerson(
  { options, conversation }: Pick<Invocation, "options" | "conversation">,
  { organisationId }: Acting,
  { personal, people, platform, texts }: CommandContext,
): Promise<Resolved<FoundPerson>> {
  const given = String(options["person"] ?? "").trim();
  if (given === "") return { ok: false, reply: refuse([{ rule: "missing_option", option: "person" }]) };
  const accountOf = (userId: string): Promise<string | undefined> =>
    personal.accountOf(organisationId, { platform: platform.name, workspace: conversation.workspace, userId });
  const found = await platform.lookUp(conversation, "person", given);
  if (found) {
    return { ok: true, value: { userId: found.id, name: found.name, accountId: await accountOf(found.id) } };
  }
  const userId = /^<@!?([^>|]+)(?:\|[^>]*)?>$/.exec(given)?.[1] ?? given;
  const accountId = await accountOf(userId);
  if (accountId === undefined) return { ok: false, reply: answer(texts.people.noSuchPerson(escapeText(given))) };
  const names = await people.names(organisationId, [accountId]);
  return { ok: true, value: { userId, name: names.get(accountId) ?? userId, accountId } };
}
