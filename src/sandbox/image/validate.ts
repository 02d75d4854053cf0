import type { z } from "zod";
import { IMAGE_MODELS, type ImageModel } from "../../core/request/image/image-models.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { jsonObjectOf } from "../json-body.ts";
import type { PictureFormat } from "./image-job.ts";
import { BACKGROUNDS, OUTPUT_FORMATS, type GenerationBody } from "./schema.ts";
import { sizeOfProviderA, sizeOfProviderB, type DrawnSize } from "./size.ts";

/** The longest prompt. The contract states no limit; this one lets clients provoke `InvalidInput`, and keeps memory small. */
const SANDBOX_PROMPT_CHARACTERS = 32_000;

/** A submission that matches the catalogue: what to draw, before its seed and its images. */
export interface ValidSubmission {
  readonly model: ImageModel;
  readonly prompt: string;
  readonly size: DrawnSize;
  /** Whether the request names a size. Otherwise, an edit keeps the size of its first image. */
  readonly sized: boolean;
  readonly format: PictureFormat;
  readonly transparent: boolean;
  readonly compression: number | undefined;
}

/** Parses a submission's bytes by its schema. Throws `invalid_json`, `invalid_model` or `invalid_value`. */
export function parseSubmission<T>(schema: z.ZodType<T>, bytes: Buffer | undefined): T {
  return readFields(schema, parseObject(bytes));
}

/** Parses fields from another source in the same way. */
export function readFields<T>(schema: z.ZodType<T>, fields: object): T {
  const parsed = schema.safeParse(fields);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const param = String(issue?.path[0] ?? "body");
  if (param === "model") throw new GatewayRefusal("invalid_model", { param });
  throw new GatewayRefusal("invalid_value", { param, message: `${param}: ${issue?.message ?? "is invalid"}` });
}

/** Checks the rules of the model: `docs/gateway.md#images-generation-request` and `#images-models`. */
export function validateSubmission(body: GenerationBody): ValidSubmission {
  const model = IMAGE_MODELS.find((known) => known.name === body.model || known.aliases.includes(body.model));
  if (!model) throw new GatewayRefusal("model_not_found", { param: "model" });
  if (body.prompt.length > SANDBOX_PROMPT_CHARACTERS) throw new GatewayRefusal("InvalidInput", { param: "prompt" });
  checkQuality(model, body.quality);
  const drawn = { model, prompt: body.prompt, ...sizeOf(model, body) };
  return model.provider === "provider-a"
    ? { ...drawn, ...outputOfProviderA(body) }
    : { ...drawn, format: "png", transparent: false, compression: undefined };
}

/** `images` and `mask` make an edit; a generation has neither. */
export function refuseEditFields(body: GenerationBody): void {
  const param = ["images", "mask"].find((field) => body[field] !== undefined);
  if (param) throw new GatewayRefusal("invalid_value", { param, message: `${param} belongs to an edit` });
}

export function parseObject(bytes: Buffer | undefined): object {
  const object = jsonObjectOf(bytes);
  if (!object) throw new GatewayRefusal("invalid_json");
  return object;
}

function sizeOf(model: ImageModel, body: GenerationBody): { size: DrawnSize; sized: boolean } {
  if (model.provider === "provider-a") {
    refuseField(body, ["resolution", "aspect_ratio"], "is not used by provider-a models");
    return { size: sizeOfProviderA(body.size, model), sized: body.size !== undefined && body.size !== "auto" };
  }
  refuseField(body, ["size"], "is not sent for provider-b models");
  const { resolution, aspect_ratio: ratio } = body;
  return { size: sizeOfProviderB(resolution, ratio), sized: resolution !== undefined || ratio !== undefined };
}

/** Refuses fields of the other provider, which would be ignored silently, so that mistakes show. */
function refuseField(body: GenerationBody, fields: readonly (keyof GenerationBody)[], why: string): void {
  const param = fields.find((field) => body[field] !== undefined);
  if (param) throw new GatewayRefusal("invalid_value", { param, message: `${param} ${why}` });
}

function checkQuality(model: ImageModel, quality: string | undefined): void {
  if (quality === undefined || model.qualities.includes(quality)) return;
  const message =
    model.qualities.length === 0
      ? `quality is not used by ${model.name}`
      : `quality of ${model.name} must be one of ${model.qualities.join(", ")}`;
  throw new GatewayRefusal("invalid_value", { param: "quality", message });
}

/** The native extension fields of provider-a that the sandbox's models support. */
function outputOfProviderA(body: GenerationBody): Pick<ValidSubmission, "format" | "transparent" | "compression"> {
  const { output_format: wanted = "png", output_compression: compression, background = "auto" } = body;
  const format = OUTPUT_FORMATS.find((known) => known === wanted);
  if (!format) throw unmet("output_format", `must be one of ${OUTPUT_FORMATS.join(", ")}`);
  if (!BACKGROUNDS.some((known) => known === background)) {
    throw unmet("background", `must be one of ${BACKGROUNDS.join(", ")}`);
  }
  if (compression !== undefined && !(Number.isInteger(compression) && compression >= 0 && compression <= 100)) {
    throw unmet("output_compression", "must be an integer from 0 to 100");
  }
  if (compression !== undefined && format === "png") {
    throw unmet("output_compression", "needs output_format jpeg or webp");
  }
  const transparent = background === "transparent";
  if (transparent && format === "jpeg") throw unmet("background", "transparent needs output_format png or webp");
  return { format, transparent, compression };
}

function unmet(param: string, message: string): GatewayRefusal {
  return new GatewayRefusal("image_generation_user_error", { param, message: `${param} ${message}` });
}
