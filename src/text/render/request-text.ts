import { codeText, shortened } from "../../core/chat/message.ts";
import { givenOptions } from "../../core/request/options/option-values.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import type { Texts } from "../texts.ts";

/** JSON options can be long; a question shows only enough to recognise them. */
const SHOWN_OPTION = 60;

/** Options that the amount already expresses. */
const IN_AMOUNT: ReadonlySet<string> = new Set(["count", "seconds"]);

/** What a press would make: the number of pictures or the clip's length, the model, and every given option. Leaves out files. */
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
