import type { ChatEvent } from "../chat/event.ts";
import { INVOCATION_MS } from "../limits.ts";
import { refuse, type Command, type CommandContext, type Invocation, type Reply } from "./command.ts";

/** Runs a command with what it was given. */
export async function runCommand(
  command: Command,
  { key, conversation, actor }: Pick<ChatEvent, "key" | "conversation" | "actor">,
  given: Pick<Invocation, "options" | "attachments" | "message" | "parent">,
  context: CommandContext,
): Promise<Reply> {
  if (!takesFiles(command) && given.attachments.length > 0) {
    return refuse(given.attachments.map(({ name }) => ({ rule: "unexpected_attachment", name })));
  }
  const { options, attachments, message, parent } = given;
  const signal = AbortSignal.timeout(INVOCATION_MS);
  return command.run({ key, conversation, actor, options, attachments, message, parent, signal }, context);
}

export function takesFiles({ spec }: Command): boolean {
  return spec.options.some(({ type }) => type === "attachment" || type === "attachments");
}
