import type { Attachment, TextEvent } from "../chat/event.ts";
import { answer, refuse, type Command, type CommandContext, type Reply } from "./command.ts";
import { pickNumbered } from "./numbers.ts";
import { pointedAt } from "./pointing.ts";
import { readTyped } from "./read-typed.ts";
import { runCommand } from "./run.ts";
import { parentOf, type Source } from "./sources.ts";

/** Wherever it stands; quoted it would be a word of the prompt. */
const VIDEO_FLAG = /(?:^|\s)(?:--|—|–)video(?=\s|$)/iu;
/** With a link behind it, it is the option for clips. */
const FLAG_ALONE = /(?:^|\s)(?:--|—|–)video(?=\s|$)(?!\s+<?https?:\/\/)/giu;

/**
 * Words without a command: with a picture, their own or the one they reply to, they say what is to change in it; with
 * `--video` what is to happen in a clip of it; with nothing at hand what a new picture is to show.
 */
export async function runSpoken(event: TextEvent, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const pointed = await pointedAt(event, context);
  if (pointed.kind === "unusable" && event.attachments.length === 0) return pointed.reply;
  const all = pointed.kind === "sources" ? pointed.sources : [];
  if (event.text.trim() === "" && event.attachments.length === 0 && all.length === 0) return answer(texts.notACommand);
  const taken = takeSources(event.text, all, pointed.kind === "sources" && pointed.own, context);
  if (taken.kind === "reply") return taken.reply;
  const wantsClip = VIDEO_FLAG.test(taken.text);
  const text = taken.text.replaceAll(FLAG_ALONE, " ").trim();
  const command = commandFor(wantsClip, taken.sources, event.attachments, context);
  return runLine(command, { ...event, text }, taken.sources, context);
}

/** Runs a command with a line of options; what is pointed at comes before the line's own files. */
export async function runLine(
  command: Command,
  event: TextEvent,
  sources: readonly Source[],
  context: CommandContext,
): Promise<Reply> {
  const typed = readTyped(event.text, { options: {}, attachments: event.attachments }, command.spec);
  if (!typed.ok) return refuse(typed.problems);
  const { options, attachments } = typed.value;
  const files = [...sources.map((source) => source.file), ...attachments];
  return runCommand(
    command,
    event,
    { options, attachments: files, message: event.message, parent: parentOf(sources) },
    context,
  );
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
  { commands }: CommandContext,
): Command {
  const isClip =
    wantsClip ||
    sources.some((source) => source.kind === "video") ||
    attachments.some(({ mimeType }) => /^(?:video|audio)\//.test(mimeType));
  const name = isClip ? "video" : sources.length + attachments.length > 0 ? "edit" : "imagine";
  const command = commands.find(({ spec }) => spec.name === name);
  if (!command) throw new Error(`there is no command ${name}`);
  return command;
}
