import type { ChatEvent } from "../chat/event.ts";
import { INVOCATION_MS } from "../limits.ts";
import { refuse, type Command, type CommandContext, type Invocation, type Reply } from "./command.ts";

/** Runs a command with what it was given. */
export async function runCommand(
  command: Command,
  event: Pick<ChatEvent, "key" | "conversation" | "isDirect" | "actor">,
  given: Pick<Invocation, "options" | "attachments" | "message" | "parent">,
  context: CommandContext,
): Promise<Reply> {
  if (!takesFiles(command) && given.attachments.length > 0) {
    return refuse(given.attachments.map(({ name }) => ({ rule: "unexpected_attachment", name })));
  }
  const { key, conversation, isDirect = false, actor } = event;
  const { options, attachments, message, parent } = given;
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
    // Most commands wait for nothing that could take long, and a signal takes longer to make than most of what they do.
    get signal() {
      return (signal ??= AbortSignal.timeout(INVOCATION_MS));
    },
  };
  return command.run(invocation, context);
}

export function takesFiles({ spec }: Command): boolean {
  return spec.options.some(({ type }) => type === "attachment" || type === "attachments");
}
