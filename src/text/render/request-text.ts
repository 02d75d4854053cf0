import { codeText, shortened } from "../../core/chat/message.ts";
import { givenOptions } from "../../core/request/options/given-options.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import type { Texts } from "../texts.ts";

/** JSON options can be long; a question needs only enough to recognise them. */
const SHOWN_OPTION = 60;

/** Options that the amount already states. */
const IN_AMOUNT: ReadonlySet<string> = new Set(["count", "seconds"]);

/**
 * What a press would make: how many pictures or how long a clip, with which model, and every option that was given. The files are
 * left out.
 */
export function requestText(request: MediaRequest, { talk: say }: Texts): string {
  const what =
    request.kind === "image"
      ? say.pictures(request.count, request.references.length > 0)
      : say.clip(request.seconds, request.billedSeconds);
  const options = givenOptions(request)
    .filter(([name]) => !IN_AMOUNT.has(name))
    .map(([name, value]) => codeText(shortened(`${name} ${String(value)}`, SHOWN_OPTION)));
  return say.made(what, codeText(request.model), options);
}
