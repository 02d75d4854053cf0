import type { InsteadOfMaking } from "../invocation.ts";
import { answer, refuse, type Reply } from "../reply.ts";
import type { Attachment, TextEvent } from "../../core/chat/event.ts";
import type { GivenFile } from "../../core/chat/given-file.ts";
import { shown } from "../../text/render/shown.ts";
import { type Command, type CommandContext } from "../command.ts";
import { withTyped } from "../form/draft.ts";
import type { TextFlag } from "./near-options.ts";
import { pickNumbered } from "./numbers.ts";
import { offerChoices } from "../make/offer-choices.ts";
import { resolveTarget } from "../files/resolve-target.ts";
import { readTyped } from "./read-typed.ts";
import { refuseTyped } from "./refuse-typed.ts";
import { runCommand } from "../run.ts";
import { parentOf, type Source } from "../files/sources.ts";

/** Anywhere in the text. Within quotation marks it is part of the prompt. */
const VIDEO_FLAG = /(?:^|\s)--video(?=\s|$)/iu;
/** Followed by a link, it is the clip option that takes a video. */
const FLAG_ALONE = /(?:^|\s)--video(?=\s|$)(?!\s+<?https?:\/\/)/giu;
/** Anything besides punctuation. */
const WORDS = /[^\p{P}\p{White_Space}]/u;
/** The option that `—video` most likely means. */
const VIDEO_OPTION: TextFlag = { name: "video", type: "flag" };

/**
 * Handles a message without a command. With a picture, attached or replied to, the text says what to change in it; with
 * `--video`, what happens in a clip of it; otherwise, what a new picture shows. Ordinary conversation must not spend anything, so
 * anything that is not clearly a request is only offered.
 */
export async function runFreeText(event: TextEvent, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const resolved = await resolveTarget(event, context);
  if (resolved.kind === "unusable" && event.attachments.length === 0) return resolved.reply;
  const all = resolved.kind === "sources" ? resolved.sources : [];
  if (!WORDS.test(event.text) && event.attachments.length === 0 && all.length === 0) return answer(texts.notACommand);
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
  return offerChoices(
    { intro: [texts.talk.question(shown(line.text))], footer: texts.talk.hint },
    commands.map((one) => (insteadOfMaking) => runLine(one, { ...line, insteadOfMaking }, context)),
    context,
  );
}

/** The command that a message without one implies, and its input. */
function wordsOf(given: Line, context: CommandContext): { readonly command: Command; readonly line: Line } {
  const wantsClip = VIDEO_FLAG.test(given.text);
  const text = given.text.replaceAll(FLAG_ALONE, "").trim();
  const flags = wantsClip ? [] : [VIDEO_OPTION];
  return {
    command: commandFor(wantsClip, given.sources, given.event.attachments, context),
    line: { ...given, text, flags },
  };
}

/** Whether Easel is mentioned, written to directly, or replied to. */
function isAddressed({ mentionsUs, isDirect, target }: TextEvent): boolean {
  return mentionsUs || isDirect === true || target?.own === true;
}

/** Whether an admin lets messages to Easel be made without asking. Never applies to conversations between people. */
async function mayMakeAtOnce(event: TextEvent, { memberships }: CommandContext): Promise<boolean> {
  if (!event.mentionsUs && event.isDirect !== true) return false;
  return (await memberships.membershipOf(event))?.policy.talk?.value === "make";
}

/** A line of text with options, and what it refers to. */
export interface Line {
  readonly event: TextEvent;
  /** The event's text without the command's name. */
  readonly text: string;
  /** The pictures and clips that the text refers to. They come before the line's own files. */
  readonly sources: readonly Source[];
  /** Flags that text without a command may contain besides the implied command's options. */
  readonly flags?: readonly TextFlag[];
  readonly insteadOfMaking?: InsteadOfMaking;
}

/** Runs a command on a line of text. */
export async function runLine(command: Command, line: Line, context: CommandContext): Promise<Reply> {
  const { event, text, sources, insteadOfMaking } = line;
  const typed = readTyped(text, { options: {}, attachments: event.attachments }, command.spec, line.flags);
  if (!typed.ok) {
    // Correct at most once.
    if (insteadOfMaking) return refuse(typed.problems);
    const run = (corrected: string, instead: InsteadOfMaking): Promise<Reply> => {
      const again = { ...line, text: corrected, insteadOfMaking: instead };
      const words = line.flags ? wordsOf(again, context) : { command, line: again };
      return runLine(words.command, words.line, context);
    };
    const reply = await refuseTyped(typed, command.spec, run, context);
    return withTyped(reply, command.spec, { options: { prompt: text }, ...besides(event.attachments) });
  }
  const { options, attachments } = typed.value;
  return runCommand(command, event, { options, ...besides(attachments), insteadOfMaking }, context);

  /** What the request has besides its options. */
  function besides(own: readonly GivenFile[]) {
    const files = [...sources.map((source) => source.file), ...own];
    return { attachments: files, message: event.message, parent: parentOf(sources) };
  }
}

/** Resolves the pictures that a text refers to and returns the remaining text; or asks which picture is meant. */
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
      // All pictures of someone else's message belong together.
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
  if (!command) throw new Error(`the command ${name} is not registered`);
  return command;
}
