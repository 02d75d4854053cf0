import type { ModelsQuery } from "../../core/chat/event.ts";
import type { ComparedModels, ModelFacts } from "../../core/chat/model-facts.ts";
import { findVideoModel } from "../../core/request/video/video-models.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import { fieldLabel } from "../../text/render/describe-option.ts";
import { filesOf } from "../../text/render/models.ts";
import type { Texts } from "../../text/texts.ts";
import type { CommandContext } from "../command.ts";
import { formId } from "../form/form-id.ts";
import { knownModels, type KnownModel, type KnownModels } from "./known.ts";
import { optionFacts } from "./page.ts";

/** A key may list thousands of models. The documented ones come first, and people don't choose from more than this. */
const COMPARED_MODELS = 100;

/** The models that a person may use in a place, for comparing them. Undefined in an unclaimed workspace. */
export async function comparedModels(query: ModelsQuery, context: CommandContext): Promise<ComparedModels | undefined> {
  const known = await knownModels(query, AbortSignal.timeout(INVOCATION_MS), context);
  if (!known) return undefined;
  const { allowedModels, models, notes } = known;
  const usual = new Set([allowedModels.imageModel, allowedModels.videoModel()]);
  const usable = models.filter(({ isAllowed }) => isAllowed);
  const order = [...usable.filter(isDocumented), ...usable.filter((model) => !isDocumented(model))];
  const more = order.length - COMPARED_MODELS;
  return {
    models: order.slice(0, COMPARED_MODELS).map((model) => factsOf(model, usual.has(model.name), known, context.texts)),
    notes: [...notes, ...(more > 0 ? [context.texts.models.compared.more(more)] : [])],
  };
}

function isDocumented({ name, kind }: KnownModel): boolean {
  return kind === "image" || findVideoModel(name).kind !== "undocumented";
}

function factsOf(model: KnownModel, isUsual: boolean, { allowedModels }: KnownModels, texts: Texts): ModelFacts {
  const { name, kind } = model;
  const say = texts.models.compared;
  const command = kind === "image" ? "imagine" : "video";
  const video = kind === "video" ? findVideoModel(name) : undefined;
  const options = optionFacts(model, allowedModels, texts).map(({ option, values = say.taken }) => ({
    id: option,
    label: fieldLabel(option, texts),
    text: values,
  }));
  const taken = video && filesOf(video, texts);
  return {
    name,
    kind,
    isUsual,
    form: formId({ kind: "command", command }),
    example: texts.forms.example[command],
    facts: [
      ...options,
      ...(taken ? [{ id: "files", label: say.files, text: taken.length === 0 ? say.noFiles : taken.join(" · ") }] : []),
      ...(video?.promptMax === undefined
        ? []
        : [{ id: "prompt", label: say.promptLength, text: say.promptLengthUpTo(video.promptMax) }]),
      ...(video?.kind === "undocumented" ? [{ id: "note", label: say.note, text: texts.models.undocumented }] : []),
    ],
  };
}
