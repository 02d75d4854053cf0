import type { Message, Section } from "../../core/chat/message.ts";
import type { CommandKey, Texts } from "../../text/texts.ts";
import type { CommandContext } from "../command.ts";
import { knownCommand } from "../files/find.ts";
import type { Target } from "../policy/target-scope.ts";
import { settingButton } from "../setting/show-setting.ts";
import { bare, fitted, subjectView, button, type Viewer } from "./view-parts.ts";
import type { OverviewPress, Subject } from "./view-id.ts";

type Part = keyof Texts["overview"]["rules"];

/** Characters of one command's part, so that the whole view fits. */
const PART_CHARACTERS = 700;

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
  const isCut = shown.some((part) => part.isCut);
  const whole = button({ kind: "run", run: `${target}Rules` }, texts.overview.wholeList);
  return subjectView(
    subject,
    {
      text: [first.title, texts.policyAdmin.elsewhere, ...(isCut ? [texts.overview.cut] : [])].join("\n"),
      sections: shown.map(({ section }) => section),
      buttons: isCut ? [whole] : [],
    },
    again,
    viewer,
    texts,
  );
}

async function partOf(
  target: Target,
  part: Part,
  groupId: string | undefined,
  viewer: Viewer,
  context: CommandContext,
): Promise<{ readonly title: string; readonly section: Section; readonly isCut: boolean } | undefined> {
  const name: string = `easel-admin ${target} ${part}`;
  const command = knownCommand(name, context.commands);
  if (!command?.setting) throw new Error(`/${name} has no setting to show`);
  const { spec, setting } = command;
  const asked = bare(viewer, spec);
  const found = groupId === undefined ? setting.show(asked, context) : setting.open(`@${groupId}`, asked, context);
  const shown = await found;
  if (shown?.kind !== "setting") return undefined;
  const { lines, isCut } = fitted(shown.lines, PART_CHARACTERS);
  return {
    title: shown.title ?? "",
    isCut,
    section: {
      heading: context.texts.overview.rules[part],
      text: lines.join("\n"),
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
