import type { InsteadOfMaking } from "../invocation.ts";
import { answer, type Reply } from "../reply.ts";
import { createHash } from "node:crypto";
import { codeText, type Button } from "../../core/chat/message.ts";
import type { MediaRequest } from "../../core/request/request.ts";
import type { Texts } from "../../text/texts.ts";
import { type CommandContext } from "../command.ts";
import { keepProposal } from "./propose.ts";

/** A request that can be offered: its description, its cost, and its button. */
interface AllowedModels {
  readonly service: MediaRequest["kind"];
  readonly line: string;
  readonly button: Button;
}

/** Runs a command up to the point where it would make something, then calls this instead. */
export type Attempt = (instead: InsteadOfMaking) => Promise<Reply>;

/**
 * Checks what could be made and offers the valid requests, one button each. Nothing is spent before a press. If none is valid,
 * replies `otherwise`, or else with the problems of the first attempt.
 */
export async function offerToMake(
  around: { readonly intro: readonly string[]; readonly footer?: string },
  attempts: readonly Attempt[],
  context: CommandContext,
  otherwise?: Reply,
): Promise<Reply> {
  const { texts } = context;
  const offers: AllowedModels[] = [];
  const replies = await Promise.all(
    attempts.map((attempt) =>
      attempt(async (making, asking, request) => {
        // Deterministic: if the message is delivered again, each button must still make only one request.
        const id = idFor(`${making.key} ${request.kind}`);
        await keepProposal({ kind: "make", id }, making, asking, request, context);
        const allowedModels = allowedModelsOf(id, request, texts);
        offers.push(allowedModels);
        return answer(allowedModels.line);
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

function allowedModelsOf(id: string, request: MediaRequest, { talk: say }: Texts): AllowedModels {
  const model = codeText(request.model);
  const isImage = request.kind === "image";
  const label = isImage ? say.makeIt : say.makeClip;
  const what = isImage
    ? say.pictures(request.count, request.references.length > 0)
    : say.clip(request.seconds, request.billedSeconds);
  return {
    service: request.kind,
    line: `• ${say.offer(label, what, model)}`,
    button: { id: `make:${id}`, label, style: isImage ? "primary" : "secondary" },
  };
}

/** Derives a UUID from a text. */
function idFor(words: string): string {
  const digits = createHash("sha256").update(words).digest("hex");
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `8${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}
