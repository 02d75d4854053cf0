import type { Invocation } from "../../src/command/invocation.ts";
import { refuse } from "../../src/command/reply.ts";
import { SPANS } from "../../src/core/account/quota/quota.ts";
import { USAGE_BY, type UsageShare } from "../../src/core/account/quota/usage.ts";
import { decodeConversation } from "../../src/core/chat/conversation.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { actingOf } from "../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../src/command/command.ts";
import { placesToName, withoutHiddenPlaces } from "../../src/command/quota/usage-places.ts";
import { usageTable } from "../../src/command/quota/usage-table.ts";
import { oneOf } from "../../src/core/request/given.ts";
import type { RequestProblem } from "../../src/core/request/problem.ts";
import { usedText } from "../../src/text/render/usage.ts";
import type { Texts } from "../../src/text/texts.ts";

/** Members, channels or models listed in the reply; the attached table has all of them. */
const USAGE_SHOWN = 15;
/** Rows of that table: enough for a thousand members over a month, and a file that every platform takes. */
const USAGE_ROWS = 30_000;

/** `/easel-admin usage`: the organisation's usage today, this week or this month, highest first, with a table of everything. */
export const adminUsage: Command = {
  spec: {
    name: "easel-admin usage",
    example: "--span week --by model",
    adminOnly: true,
    options: [
      { name: "span", type: "text", suggestions: SPANS },
      { name: "by", type: "text", suggestions: USAGE_BY },
    ],
  },

  async run(invocation, context) {
    const { texts, usage } = context;
    const problems: RequestProblem[] = [];
    const given = (option: string): string | undefined => String(invocation.options[option] ?? "").trim() || undefined;
    const span = oneOf("span", given("span") ?? "month", SPANS, problems);
    const by = oneOf("by", given("by") ?? "member", USAGE_BY, problems);
    if (span === undefined || by === undefined) return refuse(problems);
    const { organisationId, actor } = await actingOf(invocation, context);
    const [shares, places, days] = await Promise.all([
      usage.shares(organisationId, actor.workspace, span, by),
      usage.shares(organisationId, actor.workspace, span, "channel"),
      usage.days(organisationId, actor.workspace, span, USAGE_ROWS),
    ]);
    const say = texts.usage;
    if (shares.length === 0) return { kind: "answer", message: { text: [say.of[span], say.none].join("\n") } };
    const named = await placesToName(places, invocation, context);
    const shown = by === "channel" ? shares.filter(({ name }) => named.has(name)) : shares;
    const hidden = shares.filter((share) => !shown.includes(share));
    const listed = shown.slice(0, USAGE_SHOWN).map(async ({ name, images, seconds }) => {
      const title = by === "channel" ? await channelName(name, invocation, context) : escapeText(name);
      return `• **${title}** · ${usedText(images, seconds, texts)}`;
    });
    const text = [
      say.of[span],
      ...(await Promise.all(listed)),
      ...(shown.length > USAGE_SHOWN ? [say.more(shown.length - USAGE_SHOWN)] : []),
      ...(hidden.length > 0 ? [`• **${say.hidden}** · ${inAll(hidden, texts)}`] : []),
      `${say.inAll}: ${inAll(shares, texts)}`,
      ...(days.length === USAGE_ROWS ? [say.cut(USAGE_ROWS)] : []),
    ];
    const table = usageTable(withoutHiddenPlaces(days, named), span, say.tableName);
    return { kind: "answer", message: { text: text.join("\n"), files: [table] } };
  },
};

function inAll(shares: readonly UsageShare[], texts: Texts): string {
  const images = shares.reduce((total, share) => total + share.images, 0);
  const seconds = shares.reduce((total, share) => total + share.seconds, 0);
  return usedText(images, seconds, texts);
}

/** The name, if it is a channel of this workspace. */
async function channelName(
  id: string,
  { conversation }: Invocation,
  { platform }: Pick<CommandContext, "platform">,
): Promise<string> {
  const there = decodeConversation(id);
  const isHere = there.platform === conversation.platform && there.workspace === conversation.workspace;
  const found = isHere ? await platform.lookUp(conversation, "channel", there.channel) : undefined;
  return escapeText(found?.name ?? id);
}
