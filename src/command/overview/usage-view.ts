import { encodeScope, placeScope } from "../../core/account/policy/scope.ts";
import { SPANS, type Span } from "../../core/account/quota/quota.ts";
import type { UsageShare } from "../../core/account/quota/usage.ts";
import { escapeText, type Menu, type Message } from "../../core/chat/message.ts";
import { spentText } from "../../text/render/money.ts";
import { usedBars } from "../../text/render/usage.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { button, fitted, subjectView, type Viewer } from "./view-parts.ts";
import { quotaBars } from "./quota-bars.ts";
import { overviewPressId, SHOWN_BY, type ShownBy } from "./view-id.ts";

/** Members or models in the view; the table has all of them. */
const SHOWN_SHARES = 10;
/** Quotas in the view. Each quota of a channel costs a look-up of its name. */
const SHOWN_QUOTAS = 15;
const SHARES_CHARACTERS = 1_500;

/** The organisation's usage in a span with bars, and the bars of its quotas. */
export async function usageView(span: Span, by: ShownBy, viewer: Viewer, context: CommandContext): Promise<Message> {
  const { quotas, texts, usage } = context;
  const acting = await actingOf(viewer, context);
  const { organisationId, actor } = acting;
  const [shares, everywhere] = await Promise.all([
    usage.shares(organisationId, actor.workspace, span, by),
    quotas.state(organisationId),
  ]);
  const listed = fitted(shareLines(shares, viewer, context), SHARES_CHARACTERS);
  // A quota would reveal the name of a private channel.
  const here = encodeScope(placeScope(viewer.conversation, viewer.isDirect ?? false));
  const all = everywhere.filter(({ scope }) => scope.kind !== "channel" || encodeScope(scope) === here);
  const bars = fitted(await quotaBars(all.slice(0, SHOWN_QUOTAS), viewer, acting, context), SHARES_CHARACTERS);
  const say = texts.overview.usage;
  const isCut = listed.isCut || shares.length > SHOWN_SHARES;
  return subjectView(
    "usage",
    {
      text: texts.usage.of[span],
      sections: [
        {
          text: (shares.length === 0 ? [texts.usage.none] : listed.lines).join("\n"),
          ...(isCut ? { facts: texts.overview.cut } : {}),
        },
        ...(all.length === 0
          ? []
          : [
              {
                heading: say.quotas,
                text: bars.lines.join("\n"),
                ...(bars.isCut || all.length > SHOWN_QUOTAS ? { facts: texts.overview.cut } : {}),
              },
            ]),
      ],
      menus: [spanMenu(span, by, context), byMenu(span, by, context)],
      buttons: [button({ kind: "run", run: "usageTable" }, texts.overview.runs.chart)],
    },
    { kind: "usage", span, by },
    viewer,
    texts,
  );
}

/** One line per member or model, with a bar for each unit that compares it with the highest. */
function shareLines(
  shares: readonly UsageShare[],
  { actor: { locale } }: Viewer,
  { prices, texts }: CommandContext,
): readonly string[] {
  const most = {
    images: Math.max(...shares.map(({ images }) => images)),
    seconds: Math.max(...shares.map(({ seconds }) => seconds)),
  };
  return shares.slice(0, SHOWN_SHARES).map(({ name, images, seconds, spent }) => {
    const used = usedBars({ images, seconds }, most, texts);
    const money = spentText(spent, prices !== undefined, { texts, locale });
    return `**${escapeText(name)}** · ${money === undefined ? used : texts.money.of(used, money)}`;
  });
}

function spanMenu(span: Span, by: ShownBy, { texts }: CommandContext): Menu {
  const choices = SPANS.map((one) => ({
    id: overviewPressId({ kind: "usage", span: one, by }),
    label: texts.usage[one],
    ...(one === span ? { isChosen: true as const } : {}),
  }));
  return { id: "span", label: texts.overview.usage.span, choices };
}

function byMenu(span: Span, by: ShownBy, { texts }: CommandContext): Menu {
  const say = texts.overview.usage;
  const choices = SHOWN_BY.map((one) => ({
    id: overviewPressId({ kind: "usage", span, by: one }),
    label: say.bySubject[one],
    ...(one === by ? { isChosen: true as const } : {}),
  }));
  return { id: "by", label: say.by, choices };
}
