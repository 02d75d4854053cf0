import { answer } from "../../src/command/reply.ts";
import type { AuditFilter } from "../../src/core/account/audit-log.ts";
import { auditNames } from "../../src/command/admin/audit-names.ts";
import { actingOf } from "../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../src/command/command.ts";
import { auditFile } from "../../src/command/admin/audit-file.ts";
import { readSince } from "../../src/command/parse/since.ts";
import { actLines } from "../../src/text/render/audit/audit.ts";
import { shown } from "../../src/text/render/shown.ts";

/** Entries per reply; each takes a line or two. */
const AUDIT_SHOWN = 15;

const MAX_ID = 2 ** 31;

/** `/easel-admin audit`: what admins did, newest first, or all of it as a file. */
export const audit: Command = {
  spec: {
    name: "easel-admin audit",
    example: "max --since 7d",
    adminOnly: true,
    textOption: "who",
    options: [
      { name: "who", type: "text", takesMentions: true },
      { name: "what", type: "text", suggestions: ["key", "policy", "quota", "approval", "group", "pause", "people"] },
      { name: "since", type: "text", suggestions: ["24h", "7d", "4w"] },
      { name: "before", type: "number", min: 1, max: MAX_ID },
      { name: "csv", type: "flag" },
    ],
  },

  async run(invocation, context) {
    const { texts, audit: log, policies } = context;
    const { options, actor, conversation } = invocation;
    const text = (name: string): string => String(options[name] ?? "").trim();
    const acting = await actingOf(invocation, context);
    const { organisationId } = acting;
    const since = text("since") === "" ? undefined : readSince(text("since"), context.clock.now());
    if (text("since") !== "" && !since) return answer(texts.audit.noSuchDay(shown(text("since"))));
    const before = typeof options["before"] === "number" ? options["before"] : undefined;
    const filter: AuditFilter = {
      ...(text("who") === "" ? {} : { who: await whoOf(text("who"), organisationId, context) }),
      ...(text("what") === "" ? {} : { action: text("what").toLowerCase() }),
      ...(since ? { since } : {}),
      ...(before === undefined ? {} : { before }),
    };
    if (options["csv"] === true) return auditFile(organisationId, filter, context);
    const acts = await log.recent(organisationId, filter, AUDIT_SHOWN + 1);
    if (acts.length === 0) return answer(texts.audit.none);
    const told = acts.slice(0, AUDIT_SHOWN);
    const [names, timeZone] = await Promise.all([
      auditNames(told, invocation, acting, context),
      policies.timeZone(organisationId, conversation),
    ]);
    const telling = { texts, locale: actor.locale, timeZone, here: conversation, names };
    const lines = actLines(told, telling);
    const last = told[lines.length - 1];
    const older = acts.length > lines.length && last ? [texts.audit.older(last.id)] : [];
    return answer([texts.audit.title, ...lines, ...older].join("\n"));
  },
};

/** A mention means a person of the workspace; any other text is searched for in names. */
async function whoOf(
  given: string,
  organisationId: string,
  { keyring }: CommandContext,
): Promise<NonNullable<AuditFilter["who"]>> {
  const userId = /^<@!?([^>|]+)(?:\|[^>]*)?>$/.exec(given)?.[1];
  if (userId !== undefined) {
    const { accounts } = await keyring.owners(organisationId);
    const account = accounts.find(({ userIds }) => userIds.includes(userId));
    if (account) return { accountId: account.id };
  }
  return { name: given.replace(/^@/, "") };
}
