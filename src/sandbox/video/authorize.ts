import type { FastifyRequest } from "fastify";
import { z } from "zod";
import type { SandboxContext } from "../sandbox-context.ts";
import type { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { authenticate, ownerOf, type SandboxKey } from "../known-keys.ts";
import type { VideoTask } from "./task.ts";
import { videoRefusal } from "./video-refusal.ts";

const TaskParams = z.object({ id: z.string() });

/** The key of a call, which must be one of the video service (`docs/gateway.md#videos-authentication`). */
export function keyOfCall(request: FastifyRequest): SandboxKey {
  const key = authenticate(request.headers.authorization);
  if (key.services.includes("video")) return key;
  throw videoRefusal("permission_error", { message: "videos are not enabled for the key's group" });
}

/** The task that a call is about. Another key's task is not found. */
export function taskOfCall(context: SandboxContext, request: FastifyRequest): VideoTask {
  const key = keyOfCall(request);
  const task = taskNamed(context, request);
  if (task?.owner !== ownerOf(key)) throw noTask();
  return task;
}

/** The task that an address names, for any caller. */
export function taskNamed(context: SandboxContext, request: FastifyRequest): VideoTask | undefined {
  return context.store.videos.find(TaskParams.parse(request.params).id);
}

export function noTask(): GatewayRefusal {
  return videoRefusal("not_found", { message: "there is no such task" });
}
