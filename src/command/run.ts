import type { ChatEvent } from "../chat/event.ts";
import { INVOCATION_MS } from "../limits.ts";
import { refuse, replyOf, type Command, type CommandContext, type Invocation, type Reply } from "./command.ts";
import type { GivenFile } from "./files.ts";
import type { CommandSpec } from "./spec.ts";

/** Runs a command with what it was given. */
export async function runCommand(
  command: Command,
  event: Pick<ChatEvent, "key" | "conversation" | "isDirect" | "actor">,
  given: Pick<Invocation, "options" | "attachments" | "message" | "parent" | "insteadOfMaking">,
  context: CommandContext,
): Promise<Reply> {
  if (!takesFiles(command) && given.attachments.length > 0) {
    const refusal = refuse(given.attachments.map(({ name }) => ({ rule: "unexpected_attachment", name })));
    return replyOf(refusal, command.spec);
  }
  const { key, conversation, isDirect = false, actor } = event;
  const { options, message, parent, insteadOfMaking } = given;
  const attachments = given.attachments.map((file) => withKind(file, command.spec));
  let signal: AbortSignal | undefined;
  const invocation = {
    key,
    conversation,
    isDirect,
    actor,
    options,
    attachments,
    message,
    parent,
    insteadOfMaking,
    // Most commands wait for nothing that could take long, and a signal takes longer to make than most of what they do.
    get signal() {
      return (signal ??= AbortSignal.timeout(INVOCATION_MS));
    },
  };
  return replyOf(await command.run(invocation, context), command.spec);
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
