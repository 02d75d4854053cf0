import type { Invocation } from "./invocation.ts";
import { refuse, replyOf, type Reply } from "./reply.ts";
import type { ChatEvent } from "../core/chat/event.ts";
import { INVOCATION_MS } from "../lib/limits.ts";
import { type Command, type CommandContext } from "./command.ts";
import type { GivenFile } from "./files/files.ts";
import { changesNothing, showSetting } from "./setting/show-setting.ts";
import type { CommandSpec } from "./parse/spec.ts";

type Asked = Pick<ChatEvent, "key" | "conversation" | "isDirect" | "actor">;

interface Given extends Pick<Invocation, "options" | "attachments" | "message" | "parent" | "insteadOfMaking"> {
  /** It comes from the form of the command's setting, which is not shown again. */
  readonly isForm?: true;
}

/** Runs a command with what it was given. Without anything to change, a command for a setting shows what is set. */
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
  return replyOf(await (isBare ? showSetting : runWith)(command, invocation, context), command.spec);
}

function runWith(command: Command, invocation: Invocation, context: CommandContext): Promise<Reply> {
  return command.run(invocation, context);
}

/** What a command runs with. */
export function invocationOf(
  { key, conversation, isDirect = false, actor }: Asked,
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
    message,
    parent,
    insteadOfMaking,
    // Most commands wait for nothing that could take long, and a signal takes longer to make than most of what they do.
    get signal() {
      return (signal ??= AbortSignal.timeout(INVOCATION_MS));
    },
  };
}

/** A file that was given to an option must be what that option takes. */
function withKind(file: GivenFile, { options }: CommandSpec): GivenFile {
  const name = file.option?.replace(/\d+$/, "");
  const option = options.find((known) => known.name === name);
  return option?.type === "attachment" || option?.type === "attachments" ? { ...file, kind: option.accept } : file;
}

export function takesFiles({ spec }: Command): boolean {
  return spec.options.some(({ type }) => type === "attachment" || type === "attachments");
}
