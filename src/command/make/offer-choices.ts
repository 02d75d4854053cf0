import type { InsteadOfMaking } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import type { Button } from "../../core/chat/message.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import { requestText } from "../../text/render/request-text.ts";
import { quoted } from "../../worker/delivery/notice/quoted.ts";
import type { Texts } from "../../text/texts.ts";
import { type CommandContext } from "../command.ts";
import { eventId } from "../event-id.ts";
import { keepProposal } from "./propose.ts";

/** A request that can be offered: its description, its cost, and its button. */
interface Offer {
  readonly service: MediaRequest["kind"];
  readonly line: string;
  readonly button: Button;
}

/** Runs a command up to the point where it would make something, then calls this instead. */
export type Attempt = (instead: InsteadOfMaking) => Promise<Reply>;

/**
 * Checks what could be made and offers the valid requests, one button each. Nothing is spent before a press. If none is valid,
 * replies `otherwise`, or else with the problems of the first attempt. `showsPrompt`: the intro doesn't quote it.
 */
export async function offerChoices(
  around: { readonly intro: readonly string[]; readonly footer?: string; readonly showsPrompt?: true },
  attempts: readonly Attempt[],
  context: CommandContext,
  otherwise?: Reply,
): Promise<Reply> {
  const { texts } = context;
  const offers: Offer[] = [];
  const replies = await Promise.all(
    attempts.map((attempt) =>
      attempt(async (making, asking, request) => {
        // If the message is delivered again, each button must still make only one request.
        const id = eventId(making.key, request.kind);
        await keepProposal({ kind: "make", id }, making, asking, request, context);
        const offer = offerOf(id, request, around.showsPrompt === true, texts);
        offers.push(offer);
        return answer(offer.line);
      }),
    ),
  );
  const [first] = replies;
  if (offers.length === 0) return otherwise ?? first ?? answer(texts.notACommand);
  const sorted = offers.toSorted((one, other) => one.service.localeCompare(other.service));
  const text = [...around.intro, ...sorted.map(({ line }) => line)].join("\n");
  const footer = around.footer === undefined ? {} : { footer: around.footer };
  return { kind: "answer", message: { text, buttons: sorted.map(({ button }) => button), ...footer } };
}

function offerOf(id: string, request: MediaRequest, showsPrompt: boolean, texts: Texts): Offer {
  const { talk: say } = texts;
  const isImage = request.kind === "image";
  const label = isImage ? say.makeIt : say.makeClip;
  const made = requestText(request, texts);
  const what = showsPrompt ? say.prompted(made, quoted(request.prompt)) : made;
  return {
    service: request.kind,
    line: `• ${say.offer(label, what)}`,
    button: { id: `make:${id}`, label, style: isImage ? "primary" : "secondary" },
  };
}
