import type { Reply } from "../reply.ts";
import { findCommand } from "../files/find.ts";
import type { MessageRef } from "../../core/chat/conversation.ts";
import type { CommandEvent, TextEvent } from "../../core/chat/event.ts";
import type { Command, CommandContext } from "../command.ts";
import { isHelpWord } from "./help.ts";
import { namesBelow } from "./command-names.ts";
import { runCommand } from "../run.ts";

const HELP = "easel help";

/** Messages that only ask how Easel works, without punctuation. */
const HELP_WORDS: ReadonlySet<string> = new Set([
  "help",
  "help me",
  "please help",
  "help please",
  "i need help",
  "can you help",
  "can you help me",
  "what can you do",
  "how does this work",
  "hilfe",
  "aide",
  "ayuda",
  "ajuda",
  "aiuto",
  "帮助",
  "帮帮我",
  "求助",
  "怎么用",
  "怎么使用",
  "如何使用",
  "你会什么",
  "你能做什么",
]);
const HELP_WITH = /^(?:help|帮助) (.+)$/;

/** The help that a message asks for, such as `help`, `?` or `help video`; undefined for other messages. */
export async function helpFor(event: TextEvent, context: CommandContext): Promise<Reply | undefined> {
  const topic = topicOf(event.text, context);
  return topic === undefined ? undefined : tellHelp(topic, event, event.message, context);
}

/**
 * The help for words behind a command's name: `help`, `?` and the like ask for help and are never prompts or settings. Undefined
 * for other words.
 */
export async function helpBehind(
  { spec }: Command,
  words: string,
  event: CommandEvent | TextEvent,
  context: CommandContext,
): Promise<Reply | undefined> {
  if (!isHelpWord(words)) return undefined;
  const topic = spec.name === HELP ? "" : spec.name;
  return tellHelp(topic, event, event.kind === "text" ? event.message : undefined, context);
}

/** `topic`: the command in question; empty for Easel as a whole. */
async function tellHelp(
  topic: string,
  event: CommandEvent | TextEvent,
  message: MessageRef | undefined,
  context: CommandContext,
): Promise<Reply> {
  const found = findCommand(HELP, event.actor, context);
  if (found.kind === "reply") return found.reply;
  const given = { options: topic === "" ? {} : { topic }, attachments: [], message, parent: undefined };
  return runCommand(found.command, event, given, context);
}

/** Longer texts never only ask for help. Without this limit, hostile texts would keep the expressions below busy for seconds. */
const HELP_CHARACTERS = 200;

/** The command in question; empty for Easel as a whole. */
function topicOf(text: string, { commands }: CommandContext): string | undefined {
  if (text.length > HELP_CHARACTERS) return undefined;
  if (/^[\s\p{P}]*[?？][\s\p{P}]*$/u.test(text)) return "";
  const words = text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, " ")
    .replaceAll(/^[\s-]+|[\s-]+$/g, "");
  if (HELP_WORDS.has(words)) return "";
  const about = HELP_WITH.exec(words)?.[1];
  const names = commands.map(({ spec }) => spec.name);
  const isName = about !== undefined && (names.some((name) => name === about) || namesBelow(about, names).length > 0);
  return isName ? about : undefined;
}
