import type { InsteadOfMaking } from "../invocation.ts";
import { answer, refuse, type Reply } from "../reply.ts";
import type { Attachment, TextEvent } from "../../core/chat/event.ts";
import { shown } from "../../text/render/shown.ts";
import { type Command, type CommandContext } from "../command.ts";
import type { TextFlag } from "./near-options.ts";
import { pickNumbered } from "./numbers.ts";
import { offerToMake } from "../make/offer-to-make.ts";
import { resolveTarget } from "../files/resolve-target.ts";
import { readTyped } from "./read-typed.ts";
import { refuseTyped } from "./refuse-typed.ts";
import { runCommand } from "../run.ts";
import { parentOf, type Source } from "../files/sources.ts";

/** Wherever it stands; quoted it would be a word of the prompt. */
const VIDEO_FLAG = /(?:^|\s)--video(?=\s|$)/iu;
/** With a link behind it, it is the option for clips. */
const FLAG_ALONE = /(?:^|\s)--video(?=\s|$)(?!\s+<?https?:\/\/)/giu;
/** What is most likely meant by `—video`. */
const VIDEO_OPTION: TextFlag = { name: "video", type: "flag" };

/**
 * Words without a command: with a picture, their own or the one they reply to, they say what is to change in it; with
 * `--video` what is to happen in a clip of it; with nothing at hand what a new picture is to show. Ordinary talk must not spend
 * anything, so what is not clearly a request is only offered.
 */
export async function runFreeText(event: TextEvent, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const resolved = await resolveTarget(event, context);
  if (resolved.kind === "unusable" && event.attachments.length === 0) return resolved.reply;
  const all = resolved.kind === "sources" ? resolved.sources : [];
  if (event.text.trim() === "" && event.attachments.length === 0 && all.length === 0) return answer(texts.notACommand);
  const taken = takeSources(event.text, all, resolved.kind === "sources" && resolved.own, context);
  if (taken.kind === "reply") return taken.reply;
  const { command, line } = wordsOf({ event, text: taken.text, sources: taken.sources }, context);
  const typed = readTyped(line.text, { options: {}, attachments: event.attachments }, command.spec, line.flags);
  const hasOptions = line.text !== taken.text.trim() || !typed.ok || typed.value.options["prompt"] !== line.text;
  const isReply = resolved.kind === "sources" && resolved.isReply;
  const isClear = isAddressed(event) && (hasOptions || event.attachments.length > 0 || isReply);
  if (!typed.ok || isClear || (await mayMakeAtOnce(event, context))) return runLine(command, line, context);
  const clip = commandNamed("video", context);
  const commands = command === clip ? [clip] : [command, clip];
  return offerToMake(
    { intro: [texts.talk.question(shown(line.text))], footer: texts.talk.hint },
    commands.map((one) => (insteadOfMaking) => runLine(one, { ...line, insteadOfMaking }, context)),
    context,
  );
}

/** The command that is meant by words without one, and what it is to run. */
function wordsOf(given: Line, context: CommandContext): { readonly command: Command; readonly line: Line } {
  const wantsClip = VIDEO_FLAG.test(given.text);
  const text = given.text.replaceAll(FLAG_ALONE, " ").trim();
  const flags = wantsClip ? [] : [VIDEO_OPTION];
  return {
    command: commandFor(wantsClip, given.sources, given.event.attachments, context),
    line: { ...given, text, flags },
  };
}

/** Called by name, written to directly, or replied to. */
function isAddressed({ mentionsUs, isDirect, target }: TextEvent): boolean {
  return mentionsUs || isDirect === true || target?.own === true;
}

/** An admin may have what people say to Easel made at once. What they say among themselves never is. */
async function mayMakeAtOnce(event: TextEvent, { memberships }: CommandContext): Promise<boolean> {
  if (!event.mentionsUs && event.isDirect !== true) return false;
  return (await memberships.membershipOf(event))?.policy.talk?.value === "make";
}

/** A line of text with options in it, and what it is about. */
export interface Line {
  readonly event: TextEvent;
  /** What the event says beside the name of a command. */
  readonly text: string;
  /** What it points at: this comes before the line's own files. */
  readonly sources: readonly Source[];
  /** Flags that words without a command may have beside the options of the one that is meant. */
  readonly flags?: readonly TextFlag[];
  readonly insteadOfMaking?: InsteadOfMaking;
}

/** Runs a command with a line. */
export async function runLine(command: Command, line: Line, context: CommandContext): Promise<Reply> {
  const { event, text, sources, insteadOfMaking } = line;
  const typed = readTyped(text, { options: {}, attachments: event.attachments }, command.spec, line.flags);
  if (!typed.ok) {
    // What was corrected once is not corrected again.
    if (insteadOfMaking) return refuse(typed.problems);
    const run = (corrected: string, instead: InsteadOfMaking): Promise<Reply> => {
      const again = { ...line, text: corrected, insteadOfMaking: instead };
      const words = line.flags ? wordsOf(again, context) : { command, line: again };
      return runLine(words.command, words.line, context);
    };
    return refuseTyped(typed, command.spec, run, context);
  }
  const { options, attachments } = typed.value;
  const files = [...sources.map((source) => source.file), ...attachments];
  const given = { options, attachments: files, message: event.message, parent: parentOf(sources), insteadOfMaking };
  return runCommand(command, event, given, context);
}

/** The pictures that a text means and what it says beside that; or the question which one it means. */
export function takeSources(
  text: string,
  all: readonly Source[],
  own: boolean,
  { texts }: CommandContext,
):
  | { readonly kind: "taken"; readonly text: string; readonly sources: readonly Source[] }
  | { readonly kind: "reply"; readonly reply: Reply } {
  if (all.length === 0) return { kind: "taken", text, sources: [] };
  const picked = pickNumbered(text, all);
  const numbers = all.map((source) => `#${source.number}`).join(", ");
  switch (picked.kind) {
    case "chosen":
      return { kind: "taken", text: picked.text, sources: picked.sources };
    case "which":
      // Several pictures of one message of somebody else were put together by them.
      if (!own) return { kind: "taken", text, sources: all };
      return { kind: "reply", reply: answer(texts.reply.which(all.length, numbers)) };
    case "no_such":
      return { kind: "reply", reply: answer(texts.reply.noSuch(picked.number, numbers)) };
  }
}

function commandFor(
  wantsClip: boolean,
  sources: readonly Source[],
  attachments: readonly Attachment[],
  context: CommandContext,
): Command {
  const isClip =
    wantsClip ||
    sources.some((source) => source.kind === "video") ||
    attachments.some(({ mimeType }) => /^(?:video|audio)\//.test(mimeType));
  return commandNamed(isClip ? "video" : sources.length + attachments.length > 0 ? "edit" : "imagine", context);
}

function commandNamed(name: string, { commands }: CommandContext): Command {
  const command = commands.find(({ spec }) => spec.name === name);
  if (!command) throw new Error(`there is no command ${name}`);
  return command;
}
