import type { ButtonEvent } from "../../core/chat/event.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import { modelName } from "../../text/render/models.ts";
import type { CommandContext } from "../command.ts";
import { openForm } from "../form/open-form.ts";
import { answer, type Reply } from "../reply.ts";
import { digestOf, knownModels } from "./known.ts";
import { modelList } from "./model-page.ts";
import { modelPage } from "./page.ts";
import type { ModelsPress } from "./view-id.ts";

/** Shows another part of the list or a model's page in place of the view, or opens the form with a model. */
export async function pressModels(press: ModelsPress, event: ButtonEvent, context: CommandContext): Promise<Reply> {
  const { texts } = context;
  const known = await knownModels(event, AbortSignal.timeout(INVOCATION_MS), context);
  if (!known) return answer(texts.gone);
  if (press.kind === "list") return { kind: "answer", message: modelList(known, press.at, texts), closes: true };
  const model = known.models.find(({ name }) => digestOf(name) === press.model);
  if (!model) return answer(texts.models.gone);
  if (press.kind === "show") {
    return { kind: "answer", message: modelPage(model, press.at, known.allowedModels, texts), closes: true };
  }
  // The button may be older than a rule.
  if (!model.isAllowed) return answer(texts.notAllowedHere(modelName(model.name)));
  const command = model.kind === "image" ? "imagine" : "video";
  return openForm({ kind: "command", command }, event, context, { model: model.name });
}
