import { z } from "zod";
import { videoBodySchemas } from "../../core/request/video/wire-video-schema.ts";
import { Call } from "../calls.ts";
import { CompatibleAnswer } from "../compatible/answer.ts";
import { CompatibleFields } from "../compatible/compatible-fields.ts";
import { Fault, FaultRequest } from "../errors/fault.ts";
import { EditBody, GenerationBody } from "../image/schema.ts";
import { TaskBody } from "../video/task-body.ts";
import { VideoErrorBody } from "../video/video-error.ts";
import { ModelList } from "../video/models.ts";
import { DurationGuidance, ImageErrorBody, ImageJobCreated, ImageJobSnapshot, ImageResult } from "./image-answers.ts";

/** A JSON Schema of the dialect that OpenAPI 3.1 uses (2020-12). */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** An edit's images and mask are read one by one, so that their errors have their own codes; here they are described. */
const ImageItem = z.union([z.strictObject({ url: z.url() }), z.strictObject({ dataUrl: z.string() })]);
const EditRequest = EditBody.extend({
  images: z.array(ImageItem).min(1).max(16),
  mask: z.strictObject({ image_url: z.string() }).optional(),
});

const REQUESTS = {
  ImageGenerationRequest: GenerationBody,
  ImageEditRequest: EditRequest,
  CompatibleGenerationRequest: CompatibleFields,
  FaultRequest,
} as const;

const ANSWERS = {
  DurationGuidance,
  ImageJobCreated,
  ImageJobSnapshot,
  ImageResult,
  ImageError: ImageErrorBody,
  CompatibleAnswer,
  VideoTask: TaskBody,
  VideoError: VideoErrorBody,
  ModelList,
  Call,
  Fault,
} as const;

export type SchemaName = keyof typeof REQUESTS | keyof typeof ANSWERS | "VideoCreateRequest" | "CompatibleEditRequest";

/** `components.schemas`, from the schemas that the routes themselves use. */
export function componentSchemas(): Record<string, JsonSchema> {
  const schemas: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(REQUESTS)) schemas[name] = jsonSchema(schema, "input");
  for (const [name, schema] of Object.entries(ANSWERS)) schemas[name] = jsonSchema(schema, "output");
  schemas["CompatibleEditRequest"] = compatibleEdit(jsonSchema(CompatibleFields, "input"));
  const variants = videoBodySchemas().map(({ name, schema }, index) => {
    const id = `VideoCreateRequest${index + 1}`;
    schemas[id] = { title: name, ...jsonSchema(schema, "input") };
    return reference(id);
  });
  schemas["VideoCreateRequest"] = { description: "One shape for each model or family of models.", anyOf: variants };
  return schemas;
}

export function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodType, io: "input" | "output"): JsonSchema {
  // Refinements can't be expressed in JSON Schema; a schema is stricter than its description, never looser.
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return described;
}

/** The form of a compatible edit: the same fields, and files. */
function compatibleEdit(fields: JsonSchema): JsonSchema {
  const file = { type: "string", contentMediaType: "application/octet-stream" };
  const { properties, required } = z
    .object({ properties: z.record(z.string(), z.unknown()), required: z.array(z.string()) })
    .parse(fields);
  return {
    ...fields,
    properties: { ...properties, image: { type: "array", items: file, minItems: 1, maxItems: 16 }, mask: file },
    required: [...required, "image"],
  };
}
