import { answer, type Reply } from "../reply.ts";
import type { Actor } from "../../core/chat/event.ts";
import { codeText, shortened } from "../../core/chat/message.ts";
import { nearest } from "../../core/request/nearest.ts";
import { type Command, type CommandContext } from "../command.ts";
import { helpBelow, isHelpWord } from "../parse/help.ts";
import { commandNamed, namesBelow, parentOf } from "../parse/command-names.ts";
import { notAdminText } from "../admin/not-admin.ts";

/** How much of an unknown command's name is shown, so that the answer stays readable. */
const SHOWN_CHARACTERS = 60;

type Asking = Pick<Actor, "isAdmin" | "rightsUnknown">;

export type Found =
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "reply"; readonly reply: Reply };

/** Finds a command that this person may run, or the answer otherwise. The only place that enforces `adminOnly`. */
export function findCommand(name: string, actor: Asking, context: CommandContext): Found {
  const command = knownCommand(name, context.commands);
  if (command && mayRun(command, actor)) return { kind: "command", command };
  return { kind: "reply", reply: answer(command ? notAdminText(actor, context) : unknownText(name, actor, context)) };
}

/** The command with a name, regardless of who asks. */
export function knownCommand(name: string, commands: readonly Command[]): Command | undefined {
  const spec = commandNamed(
    name,
    commands.map((known) => known.spec),
  );
  return commands.find((known) => known.spec === spec);
}

/** Whether this person's role in the workspace lets them run the command. */
export function mayRun({ spec }: Command, { isAdmin }: Pick<Actor, "isAdmin">): boolean {
  return isAdmin || !spec.adminOnly;
}

/** Lists the commands below the given words, or suggests the most likely one. */
function unknownText(name: string, actor: Asking, context: CommandContext): string {
  const { commands, texts } = context;
  const all = commands.map(({ spec }) => spec.name);
  const allowed = commands.filter((command) => mayRun(command, actor));
  const names = allowed.map(({ spec }) => spec.name);
  const given = shortened(codeText(name), SHOWN_CHARACTERS);
  let group = name;
  while (group !== "" && namesBelow(group, all).length === 0) group = parentOf(group);
  if (group === "") return texts.unknownCommand(given, nearest(name, namesBelow("", names)));
  const lines = helpBelow(group, allowed, texts);
  if (lines.length === 0) return notAdminText(actor, context);
  if (isHelpWord(name.slice(group.length))) return lines.join("\n");
  if (group === name) return [texts.help.below(`/${group}`), ...lines].join("\n");
  return [texts.unknownBelow(given, nearestBelow(group, name, names)), ...lines].join("\n");
}

/** The command of a group that a name most likely means. Compares only what follows the group's name. */
function nearestBelow(group: string, name: string, names: readonly string[]): string | undefined {
  const [word = ""] = name.slice(group.length + 1).split(" ");
  const words = namesBelow(group, names).map((below) => below.slice(group.length + 1));
  const near = nearest(word, words);
  if (near !== undefined) return `${group} ${near}`;
  const elsewhere = names.filter((known) => !known.startsWith(`${group} `));
  return nearest(name, elsewhere);
}
