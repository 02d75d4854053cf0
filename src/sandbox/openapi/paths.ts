import { reference, type JsonSchema, type SchemaName } from "./schemas.ts";

type Json = Readonly<Record<string, unknown>>;

/** The parts of an operation that differ between operations. */
interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly tag: "images" | "compatible images" | "videos" | "sandbox";
  /** The body's schema and content type. */
  readonly body?: readonly [SchemaName | JsonSchema, string];
  readonly status: number;
  /** The answer's schema and content type; none for an answer without a body. */
  readonly answer?: readonly [SchemaName | JsonSchema, string];
  readonly parameters?: readonly Json[];
  /** Answers besides the usual one and the refusals. */
  readonly more?: Readonly<Record<string, Json>>;
  /** Whether it works without an Authorization header. `control` needs one if the sandbox has a secret. */
  readonly open?: true | "control";
}

const JSON_TYPE = "application/json";
const BYTES: JsonSchema = {};
const ANYTHING: JsonSchema = { type: "object" };
const IMAGE_FILE = ["image/png", "image/jpeg", "image/webp"];

const inPath = (name: string): Json => ({ name, in: "path", required: true, schema: { type: "string" } });
const inQuery = (name: string): Json => ({ name, in: "query", required: true, schema: { type: "string" } });
const inHeader = (name: string, schema: JsonSchema): Json => ({ name, in: "header", required: false, schema });
const IDEMPOTENCY = inHeader("Idempotency-Key", { type: "string", pattern: "^[\\x21-\\x7e]{1,255}$" });
const RANGE = inHeader("Range", { type: "string" });

/** `paths`: every row of the contracts' "Endpoints", the compatible routes, and the sandbox's own. */
export function paths(): Record<string, Json> {
  return {
    "/api/v1/images/generations/jobs": {
      post: operation({
        id: "createImageGeneration",
        summary: "Submits a generation",
        tag: "images",
        body: ["ImageGenerationRequest", JSON_TYPE],
        status: 202,
        answer: ["ImageJobCreated", JSON_TYPE],
        parameters: [IDEMPOTENCY],
      }),
    },
    "/api/v1/images/edits/jobs": {
      post: operation({
        id: "createImageEdit",
        summary: "Submits an edit",
        tag: "images",
        body: ["ImageEditRequest", JSON_TYPE],
        status: 202,
        answer: ["ImageJobCreated", JSON_TYPE],
        parameters: [IDEMPOTENCY],
      }),
    },
    "/api/v1/images/jobs/{jobId}": {
      parameters: [inPath("jobId")],
      get: operation({ id: "getImageJob", summary: "The current state of a job", tag: "images", ...snapshot }),
      delete: operation({ id: "cancelImageJob", summary: "Cancels a job", tag: "images", ...snapshot }),
    },
    "/api/v1/images/jobs/{jobId}/result": {
      parameters: [inPath("jobId")],
      get: operation({
        id: "getImageResult",
        summary: "The result of a completed job",
        tag: "images",
        status: 200,
        answer: ["ImageResult", JSON_TYPE],
      }),
    },
    "/api/v1/images/jobs/{jobId}/events": {
      parameters: [inPath("jobId")],
      get: operation({
        id: "followImageJob",
        summary: "Server-sent events: one for each phase with the snapshot as data, and heartbeats",
        tag: "images",
        status: 200,
        answer: [{ type: "string" }, "text/event-stream"],
      }),
    },
    "/api/v1/images/files/{mediaId}": {
      parameters: [inPath("mediaId")],
      get: withTypes(IMAGE_FILE, {
        id: "getImageFile",
        summary: "The picture itself",
        tag: "images",
        status: 200,
      }),
      head: operation({ id: "headImageFile", summary: "Type and length of the picture", tag: "images", status: 200 }),
    },
    "/v1/images/generations": {
      post: operation({
        id: "compatibleGeneration",
        summary: "Generates and waits",
        tag: "compatible images",
        body: ["CompatibleGenerationRequest", JSON_TYPE],
        status: 200,
        answer: ["CompatibleAnswer", JSON_TYPE],
      }),
    },
    "/v1/images/edits": {
      post: operation({
        id: "compatibleEdit",
        summary: "Edits and waits",
        tag: "compatible images",
        body: ["CompatibleEditRequest", "multipart/form-data"],
        status: 200,
        answer: ["CompatibleAnswer", JSON_TYPE],
      }),
    },
    ...videoPaths(),
    ...sandboxPaths(),
  };
}

const snapshot = { status: 200, answer: ["ImageJobSnapshot", JSON_TYPE] } as const;

function videoPaths(): Record<string, Json> {
  const content = {
    tag: "videos",
    status: 200,
    open: true,
    parameters: [RANGE],
    more: { "206": { description: "A part of the clip", content: { "video/mp4": { schema: BYTES } } } },
  } as const;
  return {
    "/v1/models": {
      get: operation({
        id: "listModels",
        summary: "The models that the key may use",
        tag: "videos",
        status: 200,
        answer: ["ModelList", JSON_TYPE],
      }),
    },
    "/v1/videos": {
      post: operation({
        id: "createVideo",
        summary: "Creates a task",
        tag: "videos",
        body: ["VideoCreateRequest", JSON_TYPE],
        status: 200,
        answer: ["VideoTask", JSON_TYPE],
      }),
    },
    "/v1/videos/{id}": {
      parameters: [inPath("id")],
      get: operation({
        id: "getVideo",
        summary: "The current state of a task",
        tag: "videos",
        status: 200,
        answer: ["VideoTask", JSON_TYPE],
      }),
    },
    "/v1/videos/{id}/content": {
      parameters: [inPath("id"), inQuery("expires"), inQuery("sig")],
      get: operation({
        id: "getVideoContent",
        summary: "The clip behind a signed link",
        answer: [BYTES, "video/mp4"],
        ...content,
      }),
      head: operation({ id: "headVideoContent", summary: "Type and length of the clip", ...content }),
    },
  };
}

function sandboxPaths(): Record<string, Json> {
  const open = { tag: "sandbox", open: true, status: 200, answer: [ANYTHING, JSON_TYPE] } as const;
  const own = { ...open, open: "control" } as const;
  const listOf = (name: SchemaName): JsonSchema => ({ type: "array", items: reference(name) });
  return {
    "/sandbox/faults": {
      get: operation({ ...own, id: "listFaults", summary: "What is left", answer: [listOf("Fault"), JSON_TYPE] }),
      post: operation({
        ...own,
        id: "addFault",
        summary: "Makes calls fail",
        body: ["FaultRequest", JSON_TYPE],
        status: 201,
        answer: ["Fault", JSON_TYPE],
      }),
      delete: operation({ ...own, id: "clearFaults", summary: "Removes all faults" }),
    },
    "/sandbox/calls": {
      get: operation({ ...own, id: "listCalls", summary: "Lists every call", answer: [listOf("Call"), JSON_TYPE] }),
    },
    "/sandbox/clock": {
      get: operation({ ...own, id: "getClock", summary: "The sandbox's time" }),
      post: operation({ ...own, id: "advanceClock", summary: "Advances it", body: [ADVANCE, JSON_TYPE] }),
    },
    "/sandbox/reset": { post: operation({ ...own, id: "reset", summary: "Forgets everything" }) },
    "/sandbox/codes": {
      get: operation({
        ...open,
        id: "listCodes",
        summary: "Every code of both contracts and how to provoke it",
        answer: [{ type: "array", items: ANYTHING }, JSON_TYPE],
      }),
    },
    "/openapi.json": { get: operation({ ...open, id: "getDescription", summary: "This document" }) },
  };
}

const ADVANCE: JsonSchema = {
  type: "object",
  properties: { advanceSeconds: { type: "number", minimum: 0 } },
  required: ["advanceSeconds"],
  additionalProperties: false,
};

function operation({ id, summary, tag, body, status, answer, parameters, more, open }: Operation): Json {
  const error = tag === "videos" ? "VideoError" : "ImageError";
  return {
    operationId: id,
    summary,
    tags: [tag],
    ...(open ? { security: open === "control" ? [{}, { control: [] }] : [] } : {}),
    ...(parameters ? { parameters } : {}),
    ...(body ? { requestBody: { required: true, content: { [body[1]]: { schema: schemaOf(body[0]) } } } } : {}),
    responses: {
      [status]: {
        description: summary,
        headers: { "X-Gateway-Request-Id": { schema: { type: "string" } } },
        ...(answer ? { content: { [answer[1]]: { schema: schemaOf(answer[0]) } } } : {}),
      },
      ...more,
      default: { description: "A refusal", content: { [JSON_TYPE]: { schema: reference(error) } } },
    },
  };
}

/** An operation whose answer has one of several content types. */
function withTypes(types: readonly string[], plain: Operation): Json {
  const described = operation(plain);
  const content = Object.fromEntries(types.map((type) => [type, { schema: BYTES }]));
  const refusal = { description: "A refusal", content: { [JSON_TYPE]: { schema: reference("ImageError") } } };
  return { ...described, responses: { [plain.status]: { description: plain.summary, content }, default: refusal } };
}

function schemaOf(schema: SchemaName | JsonSchema): JsonSchema {
  return typeof schema === "string" ? reference(schema) : schema;
}
