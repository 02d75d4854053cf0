import { answer, refuse, withChange, type Reply } from "../reply.ts";
import type { FormEvent } from "../../core/chat/event.ts";
import { narrowed } from "../../core/account/policy/narrowed.ts";
import type { AllowedModels } from "../../core/account/policy/allowed-models.ts";
import type { Kind } from "../../core/request/options/option.ts";
import type { Draft } from "../../core/delivery/result-store.ts";
import { INVOCATION_MS } from "../../lib/limits.ts";
import { checkImageRequest, fitsImageModel, ImageOptions } from "../../core/request/image/image.ts";
import { checkVideoRequest, fitsVideoModel, VideoOptions } from "../../core/request/video/video.ts";
import type { Texts } from "../../text/texts.ts";
import { filledIn } from "../parse/choices.ts";
import type { Assigned } from "../files/attachments.ts";
import { submitDecline } from "../admin/decline.ts";
import { notAdminText } from "../admin/not-admin.ts";
import { type CommandContext } from "../command.ts";
import { findRequester, make } from "../make/make.ts";
import { mayChange, requestFor } from "../make/repeat-request.ts";
import { pickNumbered } from "../parse/numbers.ts";
import type { OptionValues } from "../parse/parse.ts";
import { withPreset } from "../admin/presets.ts";
import { submitKey } from "../keys/key-form.ts";
import { runCommand } from "../run.ts";
import { submitSetting } from "../setting/setting-form.ts";
import { parentOf, type Source } from "../files/sources.ts";
import { allowedModelsFor } from "../parse/suggest.ts";
import { ALL_PICTURES, FILES_FIELD, PICTURE_FIELD, usualModel } from "./build.ts";
import { withTyped } from "./draft.ts";
import { readFormId } from "./form-id.ts";
import { readForm } from "./read-form.ts";
import { valuesOf } from "./request-values.ts";
import { lackText, loadSubject, withWholePrompt, type Loaded } from "./form-subject.ts";

/** Accepts a submitted form. It gets the same checks as typed text, and nothing is sent before they pass. */
export async function submitForm(submitted: FormEvent, context: CommandContext): Promise<Reply> {
  const subject = readFormId(submitted.form);
  if (subject?.kind === "key") return submitKey(subject.whose, submitted, context);
  if (subject?.kind === "decline") return submitDecline(subject.batchId, submitted, context);
  if (subject?.kind === "set") return submitSetting(subject, submitted, context);
  if (subject?.kind === "refused") return answer(context.texts.gone);
  const loaded = subject && (await loadSubject(subject, submitted, context));
  if (!loaded) return answer(context.texts.gone);
  const event = { ...submitted, values: withWholePrompt(submitted.values, loaded) };
  const lack = lackText(loaded, context.texts);
  if (lack !== undefined) return answer(lack);
  const service = loaded.command.spec.name === "video" ? "video" : "image";
  // Only a preset, or an option in the prompt, may override the prefilled model.
  const isUsual = filledIn(event.values)["preset"] === undefined && !String(event.values["prompt"]).includes("--");
  const allowedModels = isUsual ? undefined : await allowedModelsFor(event, service, context);
  const { spec } = loaded.command;
  const { message, original } = loaded;
  const read = readForm(event, loaded, allowedModels, context.texts);
  if (!read.ok) {
    const reply = refuse(read.problems);
    if (original) return withChange(reply, () => ({ batchId: original.batch.id }));
    const sources = chosenSources(event.values, loaded);
    const { files, parent = parentOf(sources) } = keptFiles(event.values, loaded);
    const attachments = [...sources.map((source) => source.file), ...files, ...event.attachments];
    return withTyped(reply, spec, { options: optionsOf(event.values, loaded), attachments, message, parent });
  }
  const { options, attachments } = read.value;
  if (original) {
    return withChange(await change(event, loaded, read.value, context), () => ({ batchId: original.batch.id }));
  }
  const resolved = resolveSources(String(options["prompt"] ?? ""), event.values, loaded, context.texts);
  if (!resolved.ok) return resolved.reply;
  const { prompt, sources } = resolved;
  const { files, parent = parentOf(sources) } = keptFiles(event.values, loaded);
  const all = withUnshown({ ...options, prompt }, event.values, loaded.draft);
  return runCommand(
    loaded.command,
    event,
    {
      options: withPresetFirst(all, loaded, allowedModels, context),
      attachments: [...sources.map((source) => source.file), ...files, ...attachments],
      message,
      parent,
    },
    context,
  );
}

/** A draft's files, unless the person leaves them out, and our results among them. */
function keptFiles(values: FormEvent["values"], { draft }: Loaded): Pick<Draft, "files" | "parent"> {
  return !draft || values[FILES_FIELD] === false ? { files: [], parent: undefined } : draft;
}

/** The form's values as options, without validation. */
function optionsOf(values: FormEvent["values"], { draft }: Loaded): OptionValues {
  const { [PICTURE_FIELD]: _picture, [FILES_FIELD]: _files, ...options } = filledIn(values);
  return withUnshown(options, values, draft);
}

/** The options of a form, and the valid options of a draft that have no field. */
function withUnshown(given: OptionValues, shown: FormEvent["values"], draft: Draft | undefined): OptionValues {
  const unshown = Object.entries(draft?.options ?? {}).filter(
    ([name]) => !(name in shown) && draft?.wrong.includes(name) !== true,
  );
  return { ...Object.fromEntries(unshown), ...given };
}

/** Lets the chosen preset's model replace the prefilled one. */
function withPresetFirst(
  options: OptionValues,
  loaded: Loaded,
  allowedModels: AllowedModels | undefined,
  { texts }: CommandContext,
): OptionValues {
  if (options["preset"] === undefined) return options;
  if (!allowedModels || options["model"] !== usualModel(loaded, allowedModels, texts)) return options;
  const { model: _usual, ...others } = options;
  return others;
}

/** The form's pictures. Numbers in the prompt refer to these: with only the first picture, `#2` doesn't exist. */
function resolveSources(
  prompt: string,
  values: FormEvent["values"],
  loaded: Loaded,
  texts: Texts,
):
  | { readonly ok: true; readonly prompt: string; readonly sources: readonly Source[] }
  | { readonly ok: false; readonly reply: Reply } {
  const sources = chosenSources(values, loaded);
  if (sources.length === 0) return { ok: true, prompt, sources };
  const picked = pickNumbered(prompt, sources);
  switch (picked.kind) {
    case "chosen":
      return { ok: true, prompt: picked.text, sources: picked.sources };
    case "which":
      return { ok: true, prompt, sources };
    case "no_such": {
      const text = texts.reply.noSuch(picked.number, sources.map((source) => `#${source.number}`).join(", "));
      return { ok: false, reply: { kind: "unfit", problems: [{ field: "prompt", text }] } };
    }
  }
}

function chosenSources(values: FormEvent["values"], { sources, needsChoice }: Loaded): readonly Source[] {
  const which = String(values[PICTURE_FIELD] ?? "");
  if (!needsChoice || which === ALL_PICTURES) return sources;
  return sources.filter((source) => source.number === Number(which || sources[0]?.number));
}

/** Repeats a failed request with changes. Options without a field and the files stay. */
async function change(
  event: FormEvent,
  { original, message }: Loaded,
  { options: given, attachments }: Assigned,
  context: CommandContext,
): Promise<Reply> {
  if (!original) throw new Error("the form's request to change was not loaded");
  const { texts } = context;
  const { parent } = original.batch;
  if (!(await mayChange(event, original.batch, context))) {
    return answer(notAdminText(event.actor, context, texts.change.notYours));
  }
  const request = await requestFor(event, original.batch, context);
  const links = [
    ...attachments.map(({ name }) => name),
    ...(given["from"] === undefined ? [] : [String(given["from"])]),
  ];
  // The request's files stay as they are.
  if (links.length > 0) return refuse(links.map((name) => ({ rule: "unexpected_attachment", name })));
  const signal = AbortSignal.timeout(INVOCATION_MS);
  const requester = await findRequester({ ...event, signal }, request.kind, context);
  if (!requester.ok) return requester.reply;
  const { allowedModels } = requester;
  const preset = await withPreset({ ...event, options: given }, requester.membership, request.kind, context);
  if (!preset.ok) return preset.reply;
  const options = merged(event, original, preset.options);
  const asked = { ...event, signal, message, parent, options: { private: given["private"] === true } };
  if (request.kind === "video") {
    const usual = {
      model: allowedModels.videoModel(),
      maxBilled: allowedModels.maxSeconds,
      offered: allowedModels.videoModels,
    };
    const checked = checkVideoRequest(VideoOptions.parse(options), request.references, requester.listed, usual);
    return checked.ok
      ? make(asked, requester, checked.value, context)
      : refuse(narrowed(checked.problems, allowedModels));
  }
  const { references, mask } = request;
  const checked = checkImageRequest(ImageOptions.parse(options), { references, ...(mask ? { mask } : {}) });
  if (!checked.ok) return refuse(narrowed(checked.problems, allowedModels));
  const problems = mask ? await context.checkMask(mask, references[0], requester.membership, signal) : [];
  return problems.length > 0 ? refuse(problems) : make(asked, requester, checked.value, context);
}

/** An emptied field removes its option. An option without a field stays, if the model still takes it. */
function merged({ values }: FormEvent, { batch }: NonNullable<Loaded["original"]>, given: OptionValues): OptionValues {
  const before = valuesOf(batch.request);
  const isOtherModel = given["model"] !== undefined && given["model"] !== before["model"];
  const kept = Object.entries(before).filter(([name, value]) => {
    if (name in values) return false;
    return !isOtherModel || fits(name, { ...given, [name]: value }, batch.request.kind);
  });
  return { ...Object.fromEntries(kept), ...given };
}

/** Whether the model among these options takes this option. */
function fits(name: string, options: OptionValues, kind: Kind): boolean {
  const model = String(options["model"]);
  if (name === "prompt" || name === "model") return true;
  return kind === "image"
    ? fitsImageModel(name, ImageOptions.parse(options), model)
    : fitsVideoModel(name, VideoOptions.parse(options), model);
}
