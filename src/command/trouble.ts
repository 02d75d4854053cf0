import { UntoldError } from "../core/chat/errors.ts";
import type { ChatEvent } from "../core/chat/event.ts";
import { CommitUnknownError } from "../lib/errors.ts";
import type { Texts } from "../text/texts.ts";
import { makesSomething } from "./form/form-id.ts";

/** What these do is neither a request nor free of consequences: “nothing was spent” would be beside the point, or wrong. */
const OTHER_BUTTONS = /^(?:cancel|delete|undo|approve|decline|set):/;
const MAKING_COMMANDS: ReadonlySet<string> = new Set(["imagine", "edit", "video"]);

/**
 * What a platform may tell the one whose event was rejected: only what is certain. Undefined when the event was dealt with and
 * only the telling failed.
 */
export function troubleText(event: ChatEvent, error: unknown, texts: Texts): string | undefined {
  if (isOrHolds(error, UntoldError)) return undefined;
  return isOrHolds(error, CommitUnknownError) ? texts.commitUnknown : failedText(event, texts);
}

/** Before anything was committed: nothing was spent. Of what changes something else, we only know that it may not be done. */
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

/** Adapters wrap what the core rejects with. */
function isOrHolds(error: unknown, kind: typeof UntoldError | typeof CommitUnknownError): boolean {
  for (let current = error; current instanceof Error; current = current.cause) if (current instanceof kind) return true;
  return false;
}
