import type { Invocation } from "./invocation.ts";
import { refuse, replyOf, type Reply } from "./reply.ts";
import type { ChatEvent } from "../core/chat/event.ts";
import { INVOCATION_MS } from "../lib/limits.ts";
import { type Command, type CommandContext } from "./command.ts";
import type { GivenFile } from "../core/chat/given-file.ts";
import { changesNothing, showSetting } from "./setting/show-setting.ts";
import { withDraft } from "./form/draft.ts";
import type { CommandSpec } from "./parse/spec.ts";

type Asked = Pick<ChatEvent, "key" | "conversation" | "isDirect" | "actor"> & Pick<Invocation, "showsNoFiles">;

interface Given extends Pick<Invocation, "options" | "attachments" | "message" | "parent" | "insteadOfMaking"> {
  /** It comes from the form of the command's setting, which is not shown again. */
  readonly isForm?: true;
}

/** Runs a command. A command for a setting shows the setting if it is given nothing to change. */
export async function runCommand(
  command: Command,
  event: Asked,
  given: Given,
  context: CommandContext,
): Promise<Reply> {
  if (!takesFiles(command) && given.attachments.length > 0) {
    const refusal = refuse(given.attachments.map(({ name }) => ({ rule: "unexpected_attachment", name })));
    return replyOf(refusal, command.spec);
  }
  const invocation = invocationOf(event, given, command.spec);
  const isBare = !given.isForm && command.setting !== undefined && changesNothing(command, given.options);
  const reply = replyOf(await (isBare ? showSetting : runWith)(command, invocation, context), command.spec);
  return withDraft(isBare ? reply : markDone(reply, command.spec), command.spec, invocation);
}

/** Marks the answer of a command that has changed something. An answer with buttons is a question, or a list to continue with. */
function markDone(reply: Reply, { effect }: CommandSpec): Reply {
  if (effect !== "changes" || reply.kind !== "answer" || reply.refuses || reply.message.buttons?.length) return reply;
  return { ...reply, message: { ...reply.message, isDone: true } };
}

function runWith(command: Command, invocation: Invocation, context: CommandContext): Promise<Reply> {
  return command.run(invocation, context);
}

/** The input of a command's run. */
export function invocationOf(
  { key, conversation, isDirect = false, actor, showsNoFiles }: Asked,
  { options, attachments, message, parent, insteadOfMaking }: Given,
  spec: CommandSpec,
): Invocation {
  let signal: AbortSignal | undefined;
  return {
    key,
    conversation,
    isDirect,
    actor,
    options,
    attachments: attachments.map((file) => withKind(file, spec)),
    showsNoFiles,
    message,
    parent,
    insteadOfMaking,
    // Created on demand: most commands never need it, and it costs more than most of their work.
    get signal() {
      return (signal ??= AbortSignal.timeout(INVOCATION_MS));
    },
  };
}

/** Restricts a file to the kind that its option takes. */
function withKind(file: GivenFile, { options }: CommandSpec): GivenFile {
  const name = file.option?.replace(/\d+$/, "");
  const option = options.find((known) => known.name === name);
  return option?.type === "attachment" || option?.type === "attachments" ? { ...file, kind: option.accept } : file;
}

export function takesFiles({ spec }: Command): boolean {
  return spec.options.some(({ type }) => type === "attachment" || type === "attachments");
}
