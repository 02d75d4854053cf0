import type { Message, Section } from "../../core/chat/message.ts";
import type { CommandKey, Texts } from "../../text/texts.ts";
import type { CommandContext } from "../command.ts";
import { knownCommand } from "../files/find.ts";
import type { Target } from "../policy/target-scope.ts";
import { settingButton } from "../setting/show-setting.ts";
import { bare, fittedTogether, subjectView, button, VIEW_CHARACTERS, type Viewer } from "./view-parts.ts";
import type { OverviewPress, Subject } from "./view-id.ts";

type Part = keyof Texts["overview"]["rules"];

/** The commands for each target's rules, in the order in which they are shown. */
const PARTS = {
  channel: ["talk", "models", "defaults", "limits", "access"],
  workspace: ["settings", "talk", "models", "defaults", "limits", "access"],
  organisation: ["models", "defaults", "limits", "access"],
  group: ["models", "defaults", "limits", "access"],
} as const satisfies Record<Target, readonly Part[]>;

/** A target's rules in sections, each with the buttons that open its forms. Undefined if the group is gone. */
export async function rulesView(
  target: Target,
  groupId: string | undefined,
  viewer: Viewer,
  context: CommandContext,
): Promise<Message | undefined> {
  const { texts } = context;
  const parts = await Promise.all(PARTS[target].map((part) => partOf(target, part, groupId, viewer, context)));
  const shown = parts.filter((part) => part !== undefined);
  const [first] = shown;
  if (!first) return undefined;
  const subject: Subject = target === "group" ? "groups" : target;
  const again: OverviewPress = groupId === undefined ? { kind: "subject", subject } : { kind: "group", groupId };
  const above = [first.title, texts.policyAdmin.elsewhere];
  const fixed = [
    ...above,
    texts.overview.cut,
    ...shown.flatMap(({ section }) => [section.heading, section.facts ?? ""]),
  ];
  const room = VIEW_CHARACTERS - fixed.reduce((sum, text) => sum + text.length + 1, 0);
  const lists = fittedTogether(
    shown.map(({ lines }) => lines),
    room,
  );
  const isCut = lists.some((list) => list.isCut);
  const whole = button({ kind: "run", run: `${target}Rules` }, texts.overview.wholeList);
  return subjectView(
    subject,
    {
      text: [...above, ...(isCut ? [texts.overview.cut] : [])].join("\n"),
      sections: shown.map(({ section }, index) => ({ ...section, text: lists[index]?.lines.join("\n") ?? "" })),
      buttons: isCut ? [whole] : [],
    },
    again,
    viewer,
    texts,
  );
}

interface RulesPart {
  readonly title: string;
  readonly lines: readonly string[];
  readonly section: Section & { readonly heading: string };
}

async function partOf(
  target: Target,
  part: Part,
  groupId: string | undefined,
  viewer: Viewer,
  context: CommandContext,
): Promise<RulesPart | undefined> {
  const name: string = `easel-admin ${target} ${part}`;
  const command = knownCommand(name, context.commands);
  if (!command?.setting) throw new Error(`/${name} has no setting to show`);
  const { spec, setting } = command;
  const asked = bare(viewer, spec);
  const found = groupId === undefined ? setting.show(asked, context) : setting.open(`@${groupId}`, asked, context);
  const shown = await found;
  if (shown?.kind !== "setting") return undefined;
  return {
    title: shown.title ?? "",
    lines: shown.lines,
    section: {
      heading: context.texts.overview.rules[part],
      ...(shown.effect === undefined ? {} : { facts: shown.effect }),
      buttons: shown.buttons.map((one) => settingButton(spec, one)),
    },
  };
}

/** The commands that show all rules of a target. */
export const RULES_COMMANDS = {
  channelRules: "easel-admin channel show",
  workspaceRules: "easel-admin workspace show",
  organisationRules: "easel-admin organisation show",
  groupRules: "easel-admin group show",
} as const satisfies Record<`${Target}Rules`, CommandKey>;
