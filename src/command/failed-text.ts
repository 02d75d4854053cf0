import { AnswerNotDeliveredError } from "../core/chat/errors.ts";
import type { ChatEvent } from "../core/chat/event.ts";
import { CommitUnknownError } from "../lib/errors.ts";
import type { Texts } from "../text/texts.ts";
import { makesSomething } from "./form/form-id.ts";

/** They make nothing but may change something: “nothing was spent” would be beside the point, or wrong. */
const OTHER_BUTTONS = /^(?:cancel|delete|undo|approve|decline|decline-offer|set):/;
const MAKING_COMMANDS: ReadonlySet<string> = new Set(["imagine", "edit", "video"]);

/**
 * What a platform may tell the person whose event was rejected: only what is certain. Undefined if the event was handled and just
 * the answer was lost.
 */
export function troubleText(event: ChatEvent, error: unknown, texts: Texts): string | undefined {
  if (isOrHolds(error, AnswerNotDeliveredError)) return undefined;
  return isOrHolds(error, CommitUnknownError) ? texts.commitUnknown : failedText(event, texts);
}

/** Before a commit: nothing was spent. For other changes we only know that they may not have been made. */
export function failedText(event: ChatEvent, texts: Texts): string {
  return asksForMedia(event) ? texts.trouble : texts.maybeNotDone;
}

function asksForMedia(event: ChatEvent): boolean {
  switch (event.kind) {
    case "button":
      return !OTHER_BUTTONS.test(event.button);
    case "command":
      return MAKING_COMMANDS.has(event.command);
    case "form":
      return makesSomething(event.form);
    case "text":
    case "action":
      return true;
  }
}

/** Adapters wrap the core's errors. */
function isOrHolds(error: unknown, kind: typeof AnswerNotDeliveredError | typeof CommitUnknownError): boolean {
  for (let current = error; current instanceof Error; current = current.cause) if (current instanceof kind) return true;
  return false;
}
