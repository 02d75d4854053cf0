import { z } from "zod";
import { IMAGE_MODELS } from "../../core/request/image/image-models.ts";
import { findVideoModel } from "../../core/request/video/video-models.ts";
import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { GenerationBody } from "../image/schema.ts";
import { readFields } from "../image/validate.ts";

/** The most pictures of one call, as in the common protocol. */
const MOST_PICTURES = 10;

/** The fields of both compatible routes: a generation's, with the model's name without its prefix, and two of the protocol's. */
export const CompatibleFields = GenerationBody.extend({
  model: z.string().min(1),
  n: z.int().min(1).max(MOST_PICTURES).default(1),
  response_format: z.enum(["b64_json", "url"]).default("b64_json"),
});
export type CompatibleFields = z.infer<typeof CompatibleFields>;

/** The fields of the submission protocol, and those that only this protocol knows. */
export interface ReadFields {
  readonly body: GenerationBody;
  readonly count: number;
  readonly format: CompatibleFields["response_format"];
}

/** Reads the fields. Throws `invalid_value`, `model_not_found` or `service_error`. */
export function readCompatibleFields(fields: object): ReadFields {
  const { n, response_format: format, ...body } = readFields(CompatibleFields, fields);
  if (body.stream === true) {
    throw new GatewayRefusal("invalid_value", { param: "stream", message: "stream: answers come in one piece" });
  }
  return { body: { ...body, model: prefixed(body.model) }, count: n, format };
}

function prefixed(name: string): string {
  if (name.includes("/") && IMAGE_MODELS.some((model) => model.name === name)) {
    throw new GatewayRefusal("invalid_value", { param: "model", message: "model is written without its prefix here" });
  }
  const model = IMAGE_MODELS.find((known) => known.aliases.includes(name));
  if (model) return model.name;
  const video = findVideoModel(name).kind !== "undocumented";
  throw new GatewayRefusal(video ? "service_error" : "model_not_found", { param: "model" });
}
