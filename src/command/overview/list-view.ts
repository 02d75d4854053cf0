import { viewTexts, type Message } from "../../core/chat/message.ts";
import { SUGGESTIONS } from "../../lib/limits.ts";
import type { CommandKey, Texts } from "../../text/texts.ts";
import { actingOf } from "../acting.ts";
import type { CommandContext } from "../command.ts";
import { knownCommand } from "../files/find.ts";
import type { OptionValues } from "../parse/parse.ts";
import { runCommand } from "../run.ts";
import { button, fitted, subjectView, type Viewer } from "./view-parts.ts";
import { RULES_COMMANDS } from "./rules-view.ts";
import { overviewPressId, type Subject } from "./view-id.ts";

/** A typed command that a button of the overview runs. */
interface Run {
  readonly command: CommandKey;
  readonly options?: OptionValues;
  readonly label: (texts: Texts) => string;
}

/** The subjects whose view is a typed command's answer. `list` is that command. */
export const LISTS = {
  groups: { list: "easel-admin groups list", runs: ["addGroup", "addMember", "removeMember", "removeGroup"] },
  keys: {
    list: "easel-admin keys list",
    runs: ["addKey", "assignKey", "checkKeys", "disableKey", "enableKey", "freeKey", "removeKey"],
  },
  quotas: { list: "easel-admin quota show", runs: ["setQuota", "grantQuota", "clearQuota", "refund"] },
  people: { list: "easel-admin people list", runs: ["block", "unblock"] },
  audit: { list: "easel-admin audit", runs: ["auditTable"] },
  doctor: { list: "easel-admin doctor", runs: [] },
} as const satisfies Partial<Record<Subject, { readonly list: CommandKey; readonly runs: readonly string[] }>>;
type ListSubject = keyof typeof LISTS;

/** The only commands that buttons run, whatever a button's id contains. */
const RUNS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ["addGroup", { command: "easel-admin groups create", label: ({ setting }) => setting.createGroup }],
  ["addMember", { command: "easel-admin groups add", label: ({ setting }) => setting.addMember }],
  ["removeMember", { command: "easel-admin groups remove", label: ({ setting }) => setting.removeMember }],
  ["removeGroup", { command: "easel-admin groups delete", label: ({ setting }) => setting.deleteGroup }],
  ["addKey", { command: "easel-admin keys add", label: ({ overview }) => overview.runs.addKey }],
  ["assignKey", { command: "easel-admin keys assign", label: ({ overview }) => overview.runs.assignKey }],
  ["checkKeys", { command: "easel-admin keys check", label: ({ overview }) => overview.runs.checkKeys }],
  ["disableKey", { command: "easel-admin keys disable", label: ({ setting }) => setting.disableKey }],
  ["enableKey", { command: "easel-admin keys enable", label: ({ setting }) => setting.enableKey }],
  ["freeKey", { command: "easel-admin keys free", label: ({ setting }) => setting.freeKey }],
  ["removeKey", { command: "easel-admin keys remove", label: ({ setting }) => setting.removeKey }],
  ["setQuota", { command: "easel-admin quota set", label: ({ overview }) => overview.runs.setQuota }],
  ["grantQuota", { command: "easel-admin quota grant", label: ({ overview }) => overview.runs.grantQuota }],
  ["clearQuota", { command: "easel-admin quota clear", label: ({ setting }) => setting.clearQuota }],
  ["refund", { command: "easel-admin quota refund", label: ({ setting }) => setting.refund }],
  ["block", { command: "easel-admin people block", label: ({ setting }) => setting.block }],
  ["unblock", { command: "easel-admin people unblock", label: ({ setting }) => setting.unblock }],
  [
    "auditTable",
    { command: "easel-admin audit", options: { csv: true }, label: ({ overview }) => overview.runs.table },
  ],
  ["usageTable", { command: "easel-admin usage", label: ({ overview }) => overview.runs.chart }],
  ...[...Object.entries(RULES_COMMANDS), ...Object.entries(LISTS).map(([key, { list }]) => [key, list] as const)].map(
    ([key, command]) => [key, { command, label: ({ overview }: Texts) => overview.wholeList }] as const,
  ),
]);

/** The typed command behind a button; undefined for any other key. */
export function runOf(key: string): Run | undefined {
  return RUNS.get(key);
}

/** A typed command's answer as a view, shortened to fit, with buttons for its actions. */
export async function listView(subject: ListSubject, viewer: Viewer, context: CommandContext): Promise<Message> {
  const { texts } = context;
  const { list, runs } = LISTS[subject];
  const said = await textOf(list, viewer, context);
  const {
    lines: [title = "", ...lines],
    isCut,
  } = fitted(said.split("\n"));
  const groups = subject === "groups" ? await groupMenu(viewer, context) : undefined;
  const offered = [...(isCut ? [subject] : []), ...runs];
  return subjectView(
    subject,
    {
      text: title,
      sections: [
        ...(lines.length === 0 && !isCut
          ? []
          : [{ text: lines.join("\n"), ...(isCut ? { facts: texts.overview.cut } : {}) }]),
        ...(groups?.more ?? []),
      ],
      menus: groups?.menus ?? [],
      buttons: offered.map((run) => button({ kind: "run", run }, runOf(run)?.label(texts) ?? run)),
    },
    { kind: "subject", subject },
    viewer,
    texts,
  );
}

async function textOf(name: CommandKey, viewer: Viewer, context: CommandContext): Promise<string> {
  const command = knownCommand(name, context.commands);
  if (!command) throw new Error(`there is no /${name}`);
  const given = { options: {}, attachments: [], message: undefined, parent: undefined };
  const reply = await runCommand(command, viewer, given, context);
  if (reply.kind !== "answer") throw new Error(`/${name} did not answer`);
  return viewTexts(reply.message);
}

/** A menu of the groups, which leads to their rules. */
async function groupMenu(viewer: Viewer, { groups, texts, ...context }: CommandContext) {
  const { organisationId } = await actingOf(viewer, context);
  const all = await groups.list(organisationId);
  const { groupRules, moreGroups } = texts.overview;
  const shown = all.slice(0, SUGGESTIONS);
  const choices = shown.map(({ id, name }) => ({ id: overviewPressId({ kind: "group", groupId: id }), label: name }));
  return {
    menus: choices.length === 0 ? [] : [{ id: "group", label: groupRules, choices }],
    more: all.length > shown.length ? [{ facts: moreGroups(all.length - shown.length) }] : [],
  };
}
