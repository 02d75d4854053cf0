import type { Invocation } from "../../src/command/invocation.ts";
import { refuse } from "../../src/command/reply.ts";
import { SPANS } from "../../src/core/account/quota/quota.ts";
import { USAGE_BY } from "../../src/core/account/quota/usage.ts";
import { decodeConversation } from "../../src/core/chat/conversation.ts";
import { escapeText } from "../../src/core/chat/message.ts";
import { actingOf } from "../../src/command/acting.ts";
import { type Command, type CommandContext } from "../../src/command/command.ts";
import { usageTable } from "../../src/command/quota/usage-table.ts";
import { oneOf } from "../../src/core/request/given.ts";
import type { RequestProblem } from "../../src/core/request/problem.ts";
import { usedText } from "../../src/text/render/usage.ts";

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
    const [shares, days] = await Promise.all([
      usage.shares(organisationId, actor.workspace, span, by),
      usage.days(organisationId, actor.workspace, span, USAGE_ROWS),
    ]);
    const say = texts.usage;
    if (shares.length === 0) return { kind: "answer", message: { text: [say.of[span], say.none].join("\n") } };
    const listed = shares.slice(0, USAGE_SHOWN).map(async ({ name, images, seconds }) => {
      const shown = by === "channel" ? await channelName(name, invocation, context) : escapeText(name);
      return `• **${shown}** · ${usedText(images, seconds, texts)}`;
    });
    const sum = (of: (share: { images: number; seconds: number }) => number): number =>
      shares.reduce((total, share) => total + of(share), 0);
    const text = [
      say.of[span],
      ...(await Promise.all(listed)),
      ...(shares.length > USAGE_SHOWN ? [say.more(shares.length - USAGE_SHOWN)] : []),
      `${say.inAll}: ${usedText(
        sum(({ images }) => images),
        sum(({ seconds }) => seconds),
        texts,
      )}`,
      ...(days.length === USAGE_ROWS ? [say.cut(USAGE_ROWS)] : []),
    ];
    return { kind: "answer", message: { text: text.join("\n"), files: [usageTable(days, span, say.tableName)] } };
  },
};

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
