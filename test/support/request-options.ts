import type { ImageField } from "../../src/core/request/image/image-field.ts";
import { IMAGE_MODELS } from "../../src/core/request/image/image-models.ts";
import { checkImageRequest } from "../../src/core/request/image/image.ts";
import type { Kind, RequestOption, TakingCommand } from "../../src/core/request/options/option.ts";
import { ALL_OPTIONS, type OptionName } from "../../src/core/request/options/option-table.ts";
import type { MediaRequest } from "../../src/core/request/request.ts";
import type { VideoField } from "../../src/core/request/video/video-field.ts";
import { findVideoModel, VIDEO_MODEL_NAMES } from "../../src/core/request/video/video-models.ts";
import { checkVideoRequest } from "../../src/core/request/video/video.ts";

/** Options that a request does not store: the prompt, the model, presets, and where the result goes. */
export const NOT_KEPT: readonly OptionName[] = ["prompt", "model", "preset", "private", "from"];

/** An option of the table with a value that some model accepts. */
export interface Sample {
  readonly name: OptionName;
  readonly option: RequestOption;
  readonly kind: Kind;
  /** The command for such requests. */
  readonly command: "imagine" | "video";
  readonly field: ImageField | VideoField;
  /** A model that accepts it. */
  readonly model: string;
  /** For an option with a list of values, those that this model accepts. */
  readonly values: readonly string[] | undefined;
  readonly given: string | number | boolean;
  /** The value that the request stores. */
  readonly kept: unknown;
}

/** Every option that is part of a request, by kind of request. */
export const KEPT: readonly Sample[] = ALL_OPTIONS.flatMap(([name, option]) =>
  option.legacyOf === undefined ? [...imageSample(name, option), ...clipSample(name, option)] : [],
);

/** A sample's name in test names. */
export function nameOf({ name, command }: Pick<Sample, "name" | "command">): string {
  return `--${name} of /${command}`;
}

/** The commands that must accept a sample's option: those for such requests, and the one that saves presets. */
export function commandsFor({ kind }: Sample): readonly TakingCommand[] {
  return kind === "image" ? ["imagine", "edit", "preset save"] : ["video", "preset save"];
}

/** The request with only this sample, optionally for another model. */
export function requestWith({ name, kind, given, model }: Sample, options: Record<string, unknown> = {}): MediaRequest {
  const asked = { prompt: "a fox", model, [name]: given, ...options };
  const checked = kind === "image" ? checkImageRequest(asked) : checkVideoRequest(asked, []);
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.problems)}`);
  return checked.value;
}

/** A request's value by its key. */
export function keptIn(request: MediaRequest | undefined, { field }: Sample): unknown {
  return (request as Readonly<Record<string, unknown>> | undefined)?.[field.key];
}

function imageSample(name: OptionName, option: RequestOption): Sample[] {
  const { image: field } = option;
  const model = IMAGE_MODELS.find((known) => field?.takenBy(known));
  if (!field || !model) return [];
  const values = field.values?.(model, {});
  return [sampleOf({ name, option, kind: "image", command: "imagine", field, model: model.name, values })];
}

function clipSample(name: OptionName, option: RequestOption): Sample[] {
  const { video: field } = option;
  const model = VIDEO_MODEL_NAMES.map(findVideoModel).find((known) => field?.takenBy(known));
  if (!field || !model) return [];
  const values = field.values?.(model, {});
  return [sampleOf({ name, option, kind: "video", command: "video", field, model: model.name, values })];
}

function sampleOf(sample: Omit<Sample, "given" | "kept">): Sample {
  const { option, field, values } = sample;
  if (option.type === "flag") return { ...sample, given: true, kept: true };
  if (field.json) {
    const kept: unknown = JSON.parse(field.json.example);
    return { ...sample, given: JSON.stringify(kept), kept };
  }
  const value = values?.at(-1);
  if (value === undefined) throw new Error(`${sample.name} has neither values nor an example`);
  const given = option.type === "number" ? Number(value) : value;
  return { ...sample, given, kept: given };
}
