import type { InsteadOfMaking } from "./invocation.ts";
import { answer, refuse, refusingRules, type FormAgain, type Reply } from "./reply.ts";
import { report } from "../lib/crash-points.ts";
import type { PlatformName } from "../core/chat/conversation.ts";
import { AnswerNotDeliveredError } from "../core/chat/errors.ts";
import type {
  Acknowledged,
  ChatEvent,
  CommandEvent,
  FieldProblem,
  FormEvent,
  Handlers,
  Responder,
  TextEvent,
} from "../core/chat/event.ts";
import { isRetryable } from "../lib/errors.ts";
import type { Logger } from "../lib/log/log.ts";
import type { ReplyPriority } from "../lib/reply-priority.ts";
import { textsFor } from "../text/texts.ts";
import { runAction } from "./actions.ts";
import { pressButton } from "./buttons.ts";
import { type Command, type CommandContext } from "./command.ts";
import { replyUnclaimed } from "./admin/claim.ts";
import { refusedForm } from "./form/refused-form.ts";
import { changeButton, refusalMessage, withTyped } from "./form/draft.ts";
import { fieldProblems } from "./form/field-problems.ts";
import { openForm, reformed } from "./form/open-form.ts";
import { hasForm } from "./form/form-id.ts";
import { submitForm } from "./form/submit-form.ts";
import { findCommand } from "./files/find.ts";
import { previewLink, type PreviewContext } from "./link/preview.ts";
import { pickedLines, withPickedLines } from "./parse/as-picked.ts";
import { helpBehind, helpFor } from "./parse/help-words.ts";
import { costOfWritten } from "./make/cost.ts";
import { offerWorkflowRequest } from "./make/offer-workflow-request.ts";
import { showBareGroup } from "./overview/bare-group.ts";
import { comparedModels } from "./models/compare.ts";
import { splitCommandLine } from "./parse/command-names.ts";
import { resolveTarget } from "./files/resolve-target.ts";
import { readPicked, type ReadTyped } from "./parse/read-typed.ts";
import { refuseTyped } from "./parse/refuse-typed.ts";
import { runCommand, takesFiles } from "./run.ts";
import { runLine, runFreeText, takeSources, type Line } from "./parse/free-text.ts";
import { suggest } from "./parse/suggest.ts";
import { failedText } from "./failed-text.ts";
import { holdsTypedSecret } from "./parse/typed-secret.ts";

export interface DispatchContext extends Omit<CommandContext, "texts"> {
  /** Records whether the platform accepted the acknowledgement of a committed event. Never rejects. */
  readonly acknowledged: (platform: PlatformName, eventKey: string, how: Acknowledged) => Promise<void>;
  /** Called with the rules of each refusal. */
  readonly onRefusal: (platform: PlatformName, rules: ReturnType<typeof refusingRules>) => void;
  readonly resultLinks: PreviewContext["resultLinks"];
  readonly replyPriority: ReplyPriority;
  readonly log: Logger;
}

/**
 * The entry point for every platform: finds the command, reads its options, runs it, and acknowledges what was committed, in this
 * order. Rejects as specified by `EventHandler`; the platform then shows `troubleText`.
 */
export function createDispatch(context: DispatchContext): Handlers {
  const { log, replyPriority } = context;
  return {
    event: (event, responder) => ahead(receiveEvent(event, responder)),
    offer: (event) => ahead(offerWorkflowRequest(event, { ...context, texts: textsFor(event.actor.locale) })),
    // A failure must not disturb a person who is typing.
    suggest: (query) =>
      ahead(suggest(query, { ...context, texts: textsFor(query.actor.locale) })).catch((error: unknown) => {
        log.warn({ err: error, option: query.option }, "no suggestions");
        return [];
      }),
    reform: (query) =>
      ahead(reformed(query, { ...context, texts: textsFor(query.actor.locale) })).catch((error: unknown) => {
        log.warn({ err: error, form: query.form }, "a form could not be rebuilt");
        return undefined;
      }),
    preview: (query) =>
      ahead(previewLink(query, { ...context, texts: textsFor(query.actor.channelLocale ?? query.actor.locale) })).catch(
        (error: unknown) => {
          log.warn({ err: error }, "a link's preview could not be made");
          return undefined;
        },
      ),
    models: (query) =>
      ahead(comparedModels(query, { ...context, texts: textsFor(query.actor.locale) })).catch((error: unknown) => {
        log.warn({ err: error }, "the models could not be listed");
        return undefined;
      }),
    cost: (query) =>
      ahead(costOfWritten(query, { ...context, texts: textsFor(query.actor.locale) })).catch((error: unknown) => {
        log.warn({ err: error }, "the cost of a request could not be calculated");
        return undefined;
      }),
  };

  /** Gives interactive work priority over file transfers. */
  function ahead<T>(outcome: Promise<T>): Promise<T> {
    return outcome.finally(replyPriority.take());
  }

  async function receiveEvent(event: ChatEvent, responder: Responder): Promise<void> {
    const texts = textsFor(event.actor.locale);
    const started = performance.now();
    const reply = await replyTo(event, { ...context, texts }).catch((error: unknown) => {
      // The platform retries retryable errors; after others, the requester must get an answer.
      if (isRetryable(error)) throw error;
      log.error({ event: event.key, err: error }, "unhandled error in event");
      return answer(failedText(event, texts));
    });
    const rules = refusingRules(reply);
    if (rules.length > 0) context.onRefusal(event.conversation.platform, rules);
    report("acknowledge:before");
    await tell(event, reply, responder).catch((error: unknown) => Promise.reject(new AnswerNotDeliveredError(error)));
    report("acknowledge:after");
    const ms = Math.round((performance.now() - started) * 10) / 10;
    log.debug({ event: event.key, platform: event.conversation.platform, reply: reply.kind, ms }, "event");
  }

  async function refuseForm(
    event: FormEvent,
    problems: readonly FieldProblem[],
    again: FormAgain | undefined,
    responder: Responder,
  ): Promise<void> {
    const picked = problems.map(({ field, text, atField }) => ({
      field,
      text: pickedLines(text, context),
      ...(atField === undefined ? {} : { atField: pickedLines(atField, context) }),
    }));
    if (!again) return responder.refuseForm(picked);
    const refused = await refusedForm(event, picked, again, { ...context, texts: textsFor(event.actor.locale) });
    return responder.refuseForm(refused.problems, refused.reopen);
  }

  async function tell(event: ChatEvent, reply: Reply, responder: Responder): Promise<void> {
    const texts = textsFor(event.actor.locale);
    switch (reply.kind) {
      case "accepted": {
        const how = await responder.acknowledge(reply.closing, reply.request);
        // The notice replies to the message that asked, whatever the platform showed.
        if (event.kind === "text") return;
        return context.acknowledged(event.conversation.platform, reply.key ?? event.key, how);
      }
      case "form":
        return responder.openForm({ ...reply.form, typed: pickedLines(reply.form.typed, context) });
      case "answer":
        return responder.answer(
          withPickedLines(
            reply.change ? await refusalMessage(event, reply, { ...context, texts }) : reply.message,
            context,
          ),
          reply.closes,
        );
      case "unfit":
        return event.kind === "form"
          ? refuseForm(event, reply.problems, reply.again, responder)
          : responder.answer({ text: pickedLines(reply.problems.map(({ text }) => text).join("\n"), context) });
      case "refused": {
        const around = { ...context, texts };
        if (event.kind === "form" && reply.again) {
          return refuseForm(event, fieldProblems(reply.problems, texts), reply.again, responder);
        }
        if (event.kind !== "form") {
          return responder.answer(withPickedLines(await refusalMessage(event, reply, around), context));
        }
        return responder.refuseForm(fieldProblems(reply.problems, texts), await changeButton(event, reply, around));
      }
    }
  }
}

async function replyTo(event: ChatEvent, context: CommandContext): Promise<Reply> {
  // Checked first: a typed key must never be treated as accepted.
  if (holdsTypedSecret(event)) return answer(context.texts.keys.typed[event.kind === "text" ? "shown" : "unshown"]);
  // A person who merely invited Easel must not spend the operator's key.
  if ((await context.memberships.membershipOf(event)) === undefined) return replyUnclaimed(event, context);
  switch (event.kind) {
    case "button":
      return pressButton(event, context);
    case "action":
      return runAction(event, context);
    case "form":
      return submitForm(event, context);
    case "text":
      return runText(event, context);
    case "command":
      return runPicked(event, context);
  }
}

/** Runs a command picked from the platform's menu. Without its required options it opens its form. */
async function runPicked(event: CommandEvent, context: CommandContext): Promise<Reply> {
  const found = findCommand(event.command, event.actor, context);
  if (found.kind === "reply") {
    return (await showBareGroup(event.command, event.line ?? "", event, context)) ?? found.reply;
  }
  const { command } = found;
  const help = event.line === undefined ? undefined : await helpBehind(command, event.line, event, context);
  return help ?? runRead(readPicked(event, command.spec), command, event, context);
}

async function runRead(
  typed: ReadTyped,
  command: Command,
  event: CommandEvent,
  context: CommandContext,
  insteadOfMaking?: InsteadOfMaking,
): Promise<Reply> {
  if (!typed.ok) {
    // Correct at most once.
    if (insteadOfMaking) return refuse(typed.problems);
    const run = (corrected: string, instead: InsteadOfMaking): Promise<Reply> =>
      runRead(readPicked(event, command.spec, corrected), command, event, context, instead);
    const reply = await refuseTyped(typed, command.spec, run, context);
    return withTyped(reply, command.spec, {
      options: event.line === undefined ? event.options : { ...event.options, prompt: event.line },
      attachments: event.attachments,
      message: undefined,
      parent: undefined,
    });
  }
  const { options, attachments } = typed.value;
  const isBare = attachments.length === 0 && String(options["prompt"] ?? "").trim() === "";
  if (isBare && hasForm(command.spec.name) && context.platform.capabilities.forms) {
    return openForm({ kind: "command", command: command.spec.name }, event, context, options);
  }
  const given = { options, attachments, message: undefined, parent: undefined, insteadOfMaking };
  return runCommand(command, event, given, context);
}

async function runText(event: TextEvent, context: CommandContext): Promise<Reply> {
  const help = await helpFor(event, context);
  if (help) return help;
  const names = context.commands.map(({ spec }) => spec.name);
  const line = splitCommandLine(event.text, names);
  if (!line) return runFreeText(event, context);
  const found = findCommand(line.command, event.actor, context);
  if (found.kind === "reply") return (await showBareGroup(line.command, line.rest, event, context)) ?? found.reply;
  const { command } = found;
  const behind = await helpBehind(command, line.rest, event, context);
  if (behind) return behind;
  const rest: Line = { event, text: line.rest, sources: [] };
  // `/imagine` makes a new picture, whatever the message replies to.
  if (!takesFiles(command) || command.spec.name === "imagine") return runLine(command, rest, context);
  const resolved = await resolveTarget(event, context);
  // The hidden files are meant to be used, so nothing is made without them.
  if (resolved.kind === "unusable" && resolved.isHidden && event.attachments.length === 0) return resolved.reply;
  if (resolved.kind !== "sources") return runLine(command, rest, context);
  const usable = resolved.sources.filter((source) => command.spec.name === "video" || source.kind === "image");
  const taken = takeSources(line.rest, usable, resolved.own, context);
  return taken.kind === "reply"
    ? taken.reply
    : runLine(command, { ...rest, text: taken.text, sources: taken.sources }, context);
}
