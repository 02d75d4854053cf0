import { reach } from "../crash-point.ts";
import type { ChatEvent, Handlers, Responder, TextEvent } from "../chat/event.ts";
import { isRetryable } from "../errors.ts";
import { INVOCATION_MS } from "../limits.ts";
import type { Logger } from "../log.ts";
import { codeText, shortened } from "../chat/message.ts";
import { nearest } from "../request/nearest.ts";
import { problemsText } from "../text/problems.ts";
import { textsFor } from "../text/texts.ts";
import { pressButton } from "./buttons.ts";
import { assignAttachments } from "./attachments.ts";
import { answer, type Command, type CommandContext, type Invocation, type Reply } from "./command.ts";
import { parseOptions, splitCommandLine } from "./parse.ts";

/** The longest name of a command that was not found: the answer must stay a sentence. */
const SHOWN_CHARACTERS = 60;

export interface DispatchContext extends Omit<CommandContext, "texts"> {
  readonly log: Logger;
}

/**
 * The way in for every platform: finds the command, reads its options, runs it, and acknowledges what was accepted, in this
 * order. It rejects when nothing could be taken and another try can change that; the platform then says so.
 */
export function createDispatch(context: DispatchContext): Handlers {
  return { event: takeEvent, suggest: async () => [], reform: async () => undefined };

  async function takeEvent(event: ChatEvent, responder: Responder): Promise<void> {
    const texts = textsFor(event.actor.locale);
    const started = performance.now();
    const reply = await replyTo(event, { ...context, texts }).catch((error: unknown) => {
      // What another try can mend is the platform's to try again; for the rest whoever asked must get a word.
      if (isRetryable(error)) throw error;
      context.log.error({ event: event.key, err: error }, "event not understood by our own code");
      return answer(texts.trouble);
    });
    reach("acknowledge:before");
    if (reply.kind === "accepted") await responder.acknowledge();
    else await responder.answer(reply.message);
    reach("acknowledge:after");
    const ms = Math.round((performance.now() - started) * 10) / 10;
    context.log.debug({ event: event.key, platform: event.conversation.platform, reply: reply.kind, ms }, "event");
  }
}

async function replyTo(event: ChatEvent, context: CommandContext): Promise<Reply> {
  switch (event.kind) {
    case "button":
      return pressButton(event, context);
    case "text":
      return runText(event, context);
    case "command": {
      const command = findCommand(event.command, context.commands);
      if (!command) return unknownCommand(event.command, context);
      return runCommand(command, event, { ...event, message: undefined }, context);
    }
    case "action":
    case "form":
      return answer(context.texts.gone);
  }
}

async function runText(event: TextEvent, context: CommandContext): Promise<Reply> {
  const line = splitCommandLine(event.text);
  if (!line) return answer(context.texts.notACommand);
  const command = findCommand(line.command, context.commands);
  if (!command) return unknownCommand(line.command, context);
  const parsed = parseOptions(line.rest, command.spec);
  if (!parsed.ok) return answer(problemsText(parsed.problems, context.texts));
  const assigned = assignAttachments(parsed.value, event.attachments, command.spec);
  if (!assigned.ok) return answer(problemsText(assigned.problems, context.texts));
  return runCommand(command, event, { ...assigned.value, message: event.message }, context);
}

async function runCommand(
  command: Command,
  { key, conversation, actor }: ChatEvent,
  given: Pick<Invocation, "options" | "attachments" | "message">,
  context: CommandContext,
): Promise<Reply> {
  const takesFiles = command.spec.options.some(({ type }) => type === "attachment" || type === "attachments");
  if (!takesFiles && given.attachments.length > 0) {
    const problems = given.attachments.map(({ name }) => ({ rule: "unexpected_attachment" as const, name }));
    return answer(problemsText(problems, context.texts));
  }
  const { options, attachments, message } = given;
  const signal = AbortSignal.timeout(INVOCATION_MS);
  return command.run({ key, conversation, actor, options, attachments, message, signal }, context);
}

function findCommand(name: string, commands: readonly Command[]): Command | undefined {
  return commands.find((command) => command.spec.name === name);
}

function unknownCommand(given: string, { commands, texts }: CommandContext): Reply {
  const names = commands.map((command) => command.spec.name);
  return answer(texts.unknownCommand(shortened(codeText(given), SHOWN_CHARACTERS), nearest(given, names)));
}
