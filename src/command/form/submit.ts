import type { FormEvent } from "../../chat/event.ts";
import { narrowed } from "../../account/narrowed.ts";
import type { Offer } from "../../account/offer.ts";
import { checkMask } from "../../media/mask.ts";
import { INVOCATION_MS } from "../../limits.ts";
import { checkImageRequest, ImageOptions } from "../../request/image.ts";
import type { RequestProblem } from "../../request/problem.ts";
import { checkVideoRequest, VideoOptions } from "../../request/video.ts";
import { choicesFor, filledIn } from "../choices.ts";
import { answer, refuse, type CommandContext, type Reply } from "../command.ts";
import { findRequester, make } from "../make.ts";
import type { OptionValues } from "../parse.ts";
import { submitKey } from "../keys/key-form.ts";
import { runCommand } from "../run.ts";
import { parentOf, type Source } from "../sources.ts";
import type { CommandSpec } from "../spec.ts";
import { offerFor } from "../suggest.ts";
import { ALL_PICTURES, PICTURE_FIELD, usualModel } from "./build.ts";
import { readFormId } from "./form-id.ts";
import { valuesOf } from "./request-values.ts";
import { loadSubject, type Loaded } from "./subject.ts";

/** Takes a form that was filled in: the same checks as for what is typed, and nothing is sent before they pass. */
export async function submitForm(event: FormEvent, context: CommandContext): Promise<Reply> {
  const subject = readFormId(event.form);
  if (subject?.kind === "key") return submitKey(subject.whose, event, context);
  const loaded = subject && (await loadSubject(subject, event, context));
  if (!loaded) return answer(context.texts.gone);
  const read = readValues(event.values, loaded.command.spec);
  if (read.problems.length > 0) return refuse(read.problems);
  if (loaded.original) return change(event, loaded, read.options, context);
  const sources = chosenSources(event.values, loaded);
  const files = [...sources.map((source) => source.file), ...event.attachments];
  return runCommand(
    loaded.command,
    event,
    {
      options: await withPresetFirst(read.options, loaded, event, context),
      attachments: files,
      message: loaded.message,
      parent: parentOf(sources),
    },
    context,
  );
}

/** The model that stood there by itself gives way to what the chosen preset says. */
async function withPresetFirst(
  options: OptionValues,
  loaded: Loaded,
  event: FormEvent,
  context: CommandContext,
): Promise<OptionValues> {
  if (options["preset"] === undefined) return options;
  const service = loaded.command.spec.name === "video" ? "video" : "image";
  const offer = await offerFor(event, service, context);
  if (!offer || options["model"] !== usualModel(loaded, offer, context.texts)) return options;
  const { model: _usual, ...others } = options;
  return others;
}

/** Values of fields as options of the command's own types. Fields that are left empty are as if they had not been there. */
function readValues(
  values: FormEvent["values"],
  spec: CommandSpec,
): { readonly options: OptionValues; readonly problems: readonly RequestProblem[] } {
  const options: Record<string, string | number | boolean> = {};
  const problems: RequestProblem[] = [];
  for (const option of spec.options) {
    const given = filledIn(values)[option.name];
    if (given === undefined || option.type === "attachment" || option.type === "attachments") continue;
    if (option.type === "number") {
      const number =
        typeof given === "number" ? given : /^\s*\d{1,6}\s*$/.test(String(given)) ? Number(given) : Number.NaN;
      if (Number.isInteger(number)) options[option.name] = number;
      else {
        const { name, min, max } = option;
        problems.push({ rule: "out_of_range", option: name, given: String(given), min, max });
      }
    } else if (option.type === "flag") {
      if (given === true || given === "true") options[option.name] = true;
    } else options[option.name] = String(given);
  }
  return { options, problems };
}

function chosenSources(values: FormEvent["values"], { sources, asksWhich }: Loaded): readonly Source[] {
  const which = String(values[PICTURE_FIELD] ?? "");
  if (!asksWhich || which === ALL_PICTURES) return sources;
  return sources.filter((source) => source.number === Number(which || sources[0]?.number));
}

/** The request that failed with what was changed in it; what the form had no room for stays, and so do the files. */
async function change(
  event: FormEvent,
  { original, message }: Loaded,
  given: OptionValues,
  context: CommandContext,
): Promise<Reply> {
  if (!original) throw new Error("nothing to change");
  const { request, parent } = original.batch;
  const signal = AbortSignal.timeout(INVOCATION_MS);
  const requester = await findRequester({ ...event, signal }, request.kind, context);
  if (!requester.ok) return requester.reply;
  const { policy } = requester.standing;
  const options = merged(event, original, given, requester.offer, context);
  const asked = { ...event, message, parent };
  if (request.kind === "video") {
    const { listed, offer } = requester;
    const usual = { model: offer.videoModel(), maxBilled: offer.maxSeconds };
    const checked = checkVideoRequest(VideoOptions.parse(options), request.references, listed, usual);
    return checked.ok ? make(asked, requester, checked.value, context) : refuse(narrowed(checked.problems, policy));
  }
  const { references, mask } = request;
  const checked = checkImageRequest(ImageOptions.parse(options), { references, ...(mask ? { mask } : {}) });
  if (!checked.ok) return refuse(narrowed(checked.problems, policy));
  const problems = mask ? await checkMask(mask, references[0], context.media, signal) : [];
  return problems.length > 0 ? refuse(problems) : make(asked, requester, checked.value, context);
}

/** A field that was there and is empty now is given up; one that was not there stays, where the model still has it. */
function merged(
  { values }: FormEvent,
  { batch }: NonNullable<Loaded["original"]>,
  given: OptionValues,
  offer: Offer,
  { texts }: CommandContext,
): OptionValues {
  const { kind: service } = batch.request;
  const before = valuesOf(batch.request);
  const isOtherModel = given["model"] !== undefined && given["model"] !== before["model"];
  const kept = Object.entries(before).filter(([name, value]) => {
    if (name in values) return false;
    if (!isOtherModel || name === "prompt" || name === "model" || name === "count") return true;
    const choices = choicesFor(name, { service, options: given, offer, texts });
    return choices.some((choice) => choice.value === String(value));
  });
  return { ...Object.fromEntries(kept), ...given };
}
