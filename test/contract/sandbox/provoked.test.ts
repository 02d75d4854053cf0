import { request as httpRequest } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openTestSandbox, type Answer, type TestSandbox } from "../../support/gateway/sandbox.ts";
import {
  createdVideo,
  createVideo,
  linkOf,
  lookAtVideo,
  serveFiles,
  type FileServer,
} from "../../support/gateway/video-sandbox.ts";

/** `GET /sandbox/codes` says how to provoke each code. These tests provoke every one exactly that way. */
const Entries = z.array(
  z.object({
    code: z.string(),
    service: z.enum(["image", "video"]),
    status: z.int(),
    place: z.enum(["submit", "read", "job"]),
    provoke: z.string(),
    why: z.string().nullable(),
  }),
);
const Fault = z.object({ code: z.string(), status: z.int().optional() });

const GENERATIONS = "/api/v1/images/generations/jobs";
const COMPATIBLE_EDITS = "/v1/images/edits";
const HOURS_72 = 72 * 3_600;

let sandbox: TestSandbox;
let files: FileServer;
let photo: Buffer;
let entries: z.infer<typeof Entries>;

beforeAll(async () => {
  sandbox = await openTestSandbox({ speed: 0, allowLoopback: true });
  photo = await picture(40, 30);
  files = await serveFiles({ "/page": "<html>no picture</html>" });
  entries = Entries.parse(await (await fetch(new URL("/sandbox/codes", sandbox.url))).json());
});

afterAll(async () => {
  await files.close();
  await sandbox.close();
});

function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: "#33669980" } })
    .png()
    .toBuffer();
}

const keyed = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });
const dataUrl = (bytes: Buffer, type = "image/png"): string => `data:${type};base64,${bytes.toString("base64")}`;
const item = (bytes: Buffer, type?: string) => ({ dataUrl: dataUrl(bytes, type) });
const maskOf = (bytes: Buffer, type?: string) => ({ image_url: dataUrl(bytes, type) });
const edit = (fields: object): Promise<Answer> => sandbox.edit({ images: [item(photo)], ...fields });
const read = (path: string, key = "sk-sandbox"): Promise<Answer> => sandbox.call("GET", path, undefined, keyed(key));
const jobPath = (id: string): string => `/api/v1/images/jobs/${id}`;

async function withoutHeader(path: string): Promise<Answer> {
  const response = await fetch(new URL(path, sandbox.url), { method: "POST", body: "{}" });
  return { status: response.status, headers: response.headers, body: z.looseObject({}).parse(await response.json()) };
}

/** Announces a body of this many bytes, and sends none of it. */
function announced(path: string, bytes: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { ...keyed("sk-sandbox"), "content-type": "application/json", "content-length": bytes };
    const call = httpRequest(new URL(path, sandbox.url), { method: "POST", headers });
    call.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("end", () => {
        const body = z.looseObject({}).parse(JSON.parse(text));
        resolve({ status: response.statusCode ?? 0, headers: new Headers(), body });
        call.destroy();
      });
    });
    call.on("error", reject);
    call.flushHeaders();
  });
}

/** A compatible edit whose form contains these files. */
async function formEdit(parts: readonly (readonly [string, Buffer])[]): Promise<Answer> {
  const form = new FormData();
  form.set("model", "image-2");
  form.set("prompt", "a fox");
  for (const [name, bytes] of parts)
    form.append(name, new Blob([new Uint8Array(bytes)], { type: "image/png" }), "a.png");
  const response = await fetch(new URL(COMPATIBLE_EDITS, sandbox.url), {
    method: "POST",
    headers: keyed("sk-sandbox"),
    body: form,
  });
  return { status: response.status, headers: response.headers, body: z.looseObject({}).parse(await response.json()) };
}

/** The snapshot of a job once it has ended. */
async function ended(answer: Answer): Promise<Answer> {
  const path = jobPath(String(answer.body["jobId"]));
  await expect.poll(async () => (await read(path)).body["phase"]).toMatch(/completed|failed/);
  return read(path);
}

async function endedTask(id: string): Promise<Answer> {
  await expect.poll(async () => (await lookAtVideo(sandbox, id))["status"]).toMatch(/completed|failed/);
  return read(`/v1/videos/${id}`);
}

/** Requests a clip by its link, after `change` has modified the link. */
async function clip(change: (link: URL) => void, headers: Record<string, string> = {}): Promise<Answer> {
  const link = new URL(await linkOf(sandbox, await createdVideo(sandbox)));
  change(link);
  return sandbox.call("GET", `${link.pathname}${link.search}`, undefined, headers);
}

async function twice(first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<Answer> {
  await first();
  return second();
}

const IMAGE: Readonly<Record<string, () => Promise<Answer>>> = {
  missing_bearer_token: () => withoutHeader(GENERATIONS),
  invalid_api_key: () => sandbox.generate({}, keyed("sk-unknown")),
  invalid_bearer_token: () => sandbox.generate({}, { authorization: "Basic x" }),
  missing_credential: () => sandbox.generate({}, { authorization: "Bearer " }),
  invalid_model: () => sandbox.generate({ model: "image-2" }),
  invalid_content_type: () => sandbox.generate({}, { "content-type": "text/plain" }),
  invalid_json: () => sandbox.call("POST", GENERATIONS, "{"),
  invalid_multipart: () => sandbox.call("POST", COMPATIBLE_EDITS, "x", { "content-type": "multipart/form-data" }),
  invalid_request: () => edit({ images: [{ dataUrl: "data:nonsense" }] }),
  invalid_value: () => sandbox.generate({ size: "9x9x9" }),
  request_too_large: () => announced(GENERATIONS, 536_870_913),
  unsupported_images_endpoint: () => read("/api/v1/images/nothing"),
  unsupported_action: () => sandbox.call("POST", "/api/v1/images/variations/jobs", {}),
  unsupported_protocol: () => sandbox.call("POST", "/v1/images/variations", {}),
  method_not_allowed: async () => sandbox.call("PUT", jobPath(await sandbox.created("a fox")), {}),
  not_found: async () => read(jobPath(await sandbox.created("a fox")), "sk-sandbox-images"),
  edit_image_required: () => edit({ images: [] }),
  edit_too_many_images: () => edit({ images: Array.from({ length: 17 }, () => item(photo)) }),
  edit_too_many_masks: () => edit({ mask: [{}, {}] }),
  edit_unsupported_image_type: async () => edit({ images: [item(await sharp(photo).gif().toBuffer(), "image/gif")] }),
  edit_unsupported_mask_type: async () =>
    edit({ mask: maskOf(await sharp(photo).flatten().jpeg().toBuffer(), "image/jpeg") }),
  edit_image_too_large: () => formEdit([["image", Buffer.alloc(51 * 1024 * 1024)]]),
  edit_mask_too_large: () => edit({ mask: maskOf(Buffer.alloc(5 * 1024 * 1024)) }),
  edit_mask_dimensions_mismatch: async () => edit({ mask: maskOf(await picture(20, 20)) }),
  invalid_image: () => edit({ images: [item(photo.subarray(0, photo.length / 2))] }),
  image_too_large: () => edit({ images: [item(Buffer.alloc(81 * 1024 * 1024))] }),
  invalid_image_url: () => edit({ images: [{ url: "http://10.0.0.1/a.png" }] }),
  image_download_failed: async () => ended(await edit({ images: [{ url: `${files.url}/missing.png` }] })),
  unsupported_file_id: () => edit({ images: [{ file_id: "x" }] }),
  invalid_idempotency_key: () => sandbox.generate({}, { "idempotency-key": "a b" }),
  idempotency_key_conflict: () =>
    twice(
      () => sandbox.generate({}, { "idempotency-key": "k" }),
      () => sandbox.generate({ prompt: "another" }, { "idempotency-key": "k" }),
    ),
  idempotency_not_supported_for_streaming: () => sandbox.generate({ stream: true }, { "idempotency-key": "stream" }),
  job_not_finished: async () => read(`${jobPath(await sandbox.created("a fox [slow:60]"))}/result`),
  result_expired: async () => {
    const id = await sandbox.created("a fox");
    await sandbox.advance(HOURS_72);
    return read(`${jobPath(id)}/result`);
  },
  submission_failed: () => sandbox.generate({ prompt: "a fox [fail:submission_failed]" }),
  INSUFFICIENT_BALANCE: () => sandbox.generate({}, keyed("sk-sandbox-broke")),
  API_KEY_QUOTA_EXHAUSTED: () => sandbox.generate({}, keyed("sk-sandbox-capped")),
  "429": () =>
    twice(
      () => sandbox.generate({ prompt: "one [slow:60]" }, keyed("sk-sandbox-one")),
      () => sandbox.generate({ prompt: "two" }, keyed("sk-sandbox-one")),
    ),
  API_PARAM_VALIDATION_FAILED: () => sandbox.generate({ size: "4000x100" }),
  image_generation_user_error: () => sandbox.generate({ background: "transparent", output_format: "jpeg" }),
  InvalidInput: () => sandbox.generate({ prompt: "x".repeat(32_001) }),
  service_error: () => sandbox.call("POST", COMPATIBLE_EDITS, "{}"),
  model_not_found: () => sandbox.generate({ model: "provider-a/nothing" }),
  permission_error: () => sandbox.generate({}, keyed("sk-sandbox-videos")),
};

const VIDEO: Readonly<Record<string, () => Promise<Answer>>> = {
  missing_bearer_token: () => withoutHeader("/v1/videos"),
  invalid_bearer_token: () => createVideo(sandbox, {}, { authorization: "Basic x" }),
  missing_credential: () => createVideo(sandbox, {}, { authorization: "Bearer " }),
  invalid_api_key: () => createVideo(sandbox, {}, keyed("sk-unknown")),
  permission_error: () => createVideo(sandbox, {}, keyed("sk-sandbox-images")),
  INSUFFICIENT_BALANCE: () => createVideo(sandbox, {}, keyed("sk-sandbox-broke")),
  API_KEY_QUOTA_EXHAUSTED: () => createVideo(sandbox, {}, keyed("sk-sandbox-capped")),
  rate_limit_error: () =>
    twice(
      () => createVideo(sandbox, { prompt: "one [slow:60]" }, keyed("sk-sandbox-one")),
      () => createVideo(sandbox, { prompt: "two" }, keyed("sk-sandbox-one")),
    ),
  invalid_content_type: () => createVideo(sandbox, {}, { "content-type": "text/plain" }),
  invalid_json: () => sandbox.call("POST", "/v1/videos", "{"),
  request_too_large: () => createVideo(sandbox, { prompt: "x".repeat(17 * 1024 * 1024) }),
  model_not_found: () => createVideo(sandbox, { model: "nothing" }),
  invalid_value: () => createVideo(sandbox, { seconds: 99 }),
  not_found: async () => read(`/v1/videos/${await createdVideo(sandbox)}`, "sk-sandbox-videos"),
  method_not_allowed: async () => sandbox.call("DELETE", `/v1/videos/${await createdVideo(sandbox)}`),
  invalid_signature: () => clip((link) => link.searchParams.set("sig", "x")),
  link_expired: async () => {
    const link = new URL(await linkOf(sandbox, await createdVideo(sandbox)));
    await sandbox.advance(HOURS_72);
    return sandbox.call("GET", `${link.pathname}${link.search}`);
  },
  range_not_satisfiable: () => clip(() => undefined, { range: "bytes=999999999-" }),
  reference_download_failed: async () =>
    endedTask(await createdVideo(sandbox, { reference_images: [{ url: `${files.url}/missing.png` }] })),
  invalid_reference: async () =>
    endedTask(await createdVideo(sandbox, { reference_images: [{ url: `${files.url}/page` }] })),
  submission_failed: () => createVideo(sandbox, { prompt: "a fox [fail:submission_failed]" }),
};

describe.each([
  ["image", IMAGE],
  ["video", VIDEO],
] as const)("the codes of the %s service", (service, provocations) => {
  it("are all provoked here, if an ordinary request can cause them", () => {
    const ordinary = entries.filter((entry) => entry.service === service && entry.why === null);
    expect(ordinary.map(({ code }) => code).toSorted()).toEqual(Object.keys(provocations).toSorted());
  });

  it.each(Object.entries(provocations))("%s, as the list says", async (code, provoke) => {
    const entry = entries.find((one) => one.service === service && one.code === code);
    const answer = await provoke();
    const fault = Fault.parse(answer.body["error"]);
    expect(fault.code).toBe(code);
    if (entry?.place === "job") expect(answer.status).toBe(200);
    else expect(answer.status).toBe(entry?.status);
  });
});
