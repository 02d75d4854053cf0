import { createHash, randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { parseVideoBody, type WireVideo } from "../../core/request/video/wire-video.ts";
import { readMarkers } from "../image/markers.ts";
import { codeEntry, failureByMarker } from "../errors/codes.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { jsonObjectOf } from "../json-body.ts";
import { ownerOf, requireFunds, type SandboxKey } from "../known-keys.ts";
import { bodyOf } from "../recorder.ts";
import { keyOfCall } from "./authorize.ts";
import { createdBody, type TaskBody } from "./task-body.ts";
import { modelsOf } from "./models.ts";
import { scheduleClip } from "./schedule.ts";
import { clipSize } from "./size.ts";
import type { TaskReference, VideoTask } from "./task.ts";
import { videoRefusal } from "./video-refusal.ts";

/** The longest clip of any documented model; undocumented models have the same limit. */
const SANDBOX_CLIP_SECONDS = 30;
/** Enough for addresses and a long prompt: some variants have no maximum for it. */
const SANDBOX_VIDEO_BODY_BYTES = 16 * 1024 * 1024;
/** A clip could not show more of a prompt. */
const SANDBOX_CAPTION_CHARACTERS = 2_000;

/** `Retry-After` for a key at its limit, in seconds. A clip takes longer, but another one may end. */
const RETRY_AFTER_SECONDS = "5";

/**
 * Handles `POST /v1/videos`, from the key to the stored task. Every call creates a task: the video contract has no idempotency.
 * Checks only the addresses of references, which are downloaded during generation.
 */
export async function submit(context: SandboxContext, request: FastifyRequest, reply: FastifyReply): Promise<TaskBody> {
  const key = keyOfCall(request);
  requireJson(request);
  const wire = readVideo(key, bodyOf(request));
  const markers = readMarkers(wire.prompt);
  refuseByMarker(markers.failCode);
  requireFunds(key);
  requireSlot(context, key);
  const task = newTask(context, key, wire);
  context.store.writeVideo({ is: "video", task });
  context.pendingTasks.begin(task);
  if (markers.failCode === "submission_failed") throw videoRefusal("submission_failed");
  reply.code(200);
  return createdBody(task);
}

function readVideo(key: SandboxKey, bytes: Buffer | undefined): WireVideo {
  if (bytes && bytes.length > SANDBOX_VIDEO_BODY_BYTES) throw videoRefusal("request_too_large");
  const body = jsonObjectOf(bytes);
  if (!body) throw videoRefusal("invalid_json");
  if ("model" in body && typeof body.model === "string" && !modelsOf(key).includes(body.model)) {
    throw videoRefusal("model_not_found");
  }
  const parsed = parseVideoBody(body);
  if (parsed.ok && parsed.value.seconds > SANDBOX_CLIP_SECONDS) {
    throw videoRefusal("invalid_value", { message: `seconds must be ${SANDBOX_CLIP_SECONDS} at most` });
  }
  if (parsed.ok) return parsed.value;
  const message = parsed.issues.map((issue) => `${issue.param} ${issue.message}`).join("; ");
  throw videoRefusal("invalid_value", { message });
}

function newTask(context: SandboxContext, key: SandboxKey, wire: WireVideo): VideoTask {
  const { model, prompt, seconds, resolution, aspectRatio } = wire;
  const id = `task_${randomBytes(16).toString("hex")}`;
  const seed = createHash("sha256").update(id).update(prompt).digest().readUInt32LE();
  const markers = readMarkers(prompt);
  const failure = failureByMarker(markers.failCode, "video");
  return {
    id,
    owner: ownerOf(key),
    ...scheduleClip({ now: context.clock.now(), seed, speed: context.speed, markers }),
    named: model.kind === "suffix",
    pending: wire.references.length > 0,
    references: referencesOf(wire),
    ...(failure.job === undefined ? {} : { failure: failureOf(failure.job) }),
    ...(failure.retrieval === undefined ? {} : { retrievalCode: failure.retrieval }),
    adaptive: aspectRatio === "adaptive",
    ...(markers.linkSeconds === undefined ? {} : { linkSeconds: Math.floor(markers.linkSeconds) }),
    clip: {
      prompt: Array.from(prompt.slice(0, 2 * SANDBOX_CAPTION_CHARACTERS))
        .slice(0, SANDBOX_CAPTION_CHARACTERS)
        .join(""),
      model: model.name,
      ...clipSize(resolution, aspectRatio),
      seconds,
      seed,
    },
  };
}

function referencesOf({ model, references }: WireVideo): TaskReference[] {
  const { audios } = model;
  const mp3 = typeof audios !== "string" && audios.mp3Rule;
  return references.map(({ kind, url }) => ({ kind, url, mp3: kind === "audio" && mp3 }));
}

function failureOf(code: string): { code: string; message: string } {
  return { code, message: codeEntry(code, "video")?.meaning ?? code };
}

function requireJson(request: FastifyRequest): void {
  const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
  if (type !== "application/json") throw videoRefusal("invalid_content_type");
}

/** `[fail:CODE]` with a code that only a submission can return. */
function refuseByMarker(failCode: string | undefined): void {
  if (failCode === undefined || failCode === "submission_failed") return;
  if (codeEntry(failCode, "video")?.place === "submit") throw videoRefusal(failCode);
}

function requireSlot(context: SandboxContext, key: SandboxKey): void {
  if (key.concurrency === undefined) return;
  if (context.store.activeJobs(ownerOf(key), "video", context.clock.now()) < key.concurrency) return;
  const message = `this key may run ${key.concurrency} at once`;
  throw videoRefusal("rate_limit_error", { message, headers: { "retry-after": RETRY_AFTER_SECONDS } });
}
