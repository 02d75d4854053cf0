import type { ImageField } from "../../src/core/request/image/image-field.ts";
import { IMAGE_MODELS } from "../../src/core/request/image/image-models.ts";
import { checkImageRequest } from "../../src/core/request/image/image.ts";
import type { Kind, RequestOption, TakingCommand } from "../../src/core/request/options/option.ts";
import { ALL_OPTIONS, type OptionName } from "../../src/core/request/options/table.ts";
import type { MediaRequest } from "../../src/core/request/request.ts";
import type { VideoField } from "../../src/core/request/video/video-field.ts";
import { findVideoModel, VIDEO_MODEL_NAMES } from "../../src/core/request/video/video-models.ts";
import { checkVideoRequest } from "../../src/core/request/video/video.ts";

/** Options that a request keeps none of: which one it is, what it is about, and where the result goes. */
export const NOT_KEPT: readonly OptionName[] = ["prompt", "model", "preset", "private", "from"];

/** An option of the table with a value that some model takes. */
export interface Sample {
  readonly name: OptionName;
  readonly option: RequestOption;
  readonly kind: Kind;
  /** The command that makes such requests. */
  readonly command: "imagine" | "video";
  readonly field: ImageField | VideoField;
  /** A model that takes it. */
  readonly model: string;
  /** Of an option with a list of values, those that this model takes. */
  readonly values: readonly string[] | undefined;
  readonly given: string | number | boolean;
  /** What the request keeps. */
  readonly kept: unknown;
}

/** Every option that is part of a request, for each kind of request that has it. */
export const KEPT: readonly Sample[] = ALL_OPTIONS.flatMap(([name, option]) =>
  option.legacyOf === undefined ? [...imageSample(name, option), ...clipSample(name, option)] : [],
);

/** How a sample is called in the list of tests. */
export function nameOf({ name, command }: Pick<Sample, "name" | "command">): string {
  return `--${name} of /${command}`;
}

/** The commands that a sample's option has to be taken by: those that make such requests, and the one that keeps options. */
export function commandsFor({ kind }: Sample): readonly TakingCommand[] {
  return kind === "image" ? ["imagine", "edit", "preset save"] : ["video", "preset save"];
}

/** The request for this sample alone; for another model where one is given. */
export function requestWith({ name, kind, given, model }: Sample, options: Record<string, unknown> = {}): MediaRequest {
  const asked = { prompt: "a fox", model, [name]: given, ...options };
  const checked = kind === "image" ? checkImageRequest(asked) : checkVideoRequest(asked, []);
  if (!checked.ok) throw new Error(`refused: ${JSON.stringify(checked.problems)}`);
  return checked.value;
}

/** A value of a request by its key. */
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
