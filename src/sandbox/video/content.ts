import type { FastifyReply, FastifyRequest } from "fastify";
import { callState } from "../call-state.ts";
import type { SandboxContext } from "../sandbox-context.ts";
import { noTask, taskNamed } from "./authorize.ts";
import { stateAt } from "./lifecycle.ts";
import { checkLink } from "./signed-link.ts";
import { readRange } from "./range.ts";
import { videoRefusal } from "./video-refusal.ts";

/**
 * Serves the clip behind a signed link, for GET and HEAD, whole or in part. Draws it on first use. The link needs no key
 * (`docs/gateway.md#videos-endpoints`, rule 2).
 */
export async function content(
  context: SandboxContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const task = taskNamed(context, request);
  if (!task) throw noTask();
  const now = context.clock.now();
  checkLink(context.store.signingKey, task.id, request.query, now);
  if (stateAt(task, now).status !== "completed") throw videoRefusal("link_expired");
  if (task.retrievalCode !== undefined) throw videoRefusal(task.retrievalCode);
  const file = await context.clips.file(task);
  const etag = `"${task.id}"`;
  reply.headers({
    "content-type": "video/mp4",
    "accept-ranges": "bytes",
    etag,
    "cache-control": "private, max-age=3600",
  });

  const condition = request.headers["if-range"];
  const wanted = condition === undefined || condition === etag ? request.headers.range : undefined;
  const range = readRange(wanted, file.bytes);
  if (range === "unsatisfiable") {
    throw videoRefusal("range_not_satisfiable", { headers: { "content-range": `bytes */${file.bytes}` } });
  }
  const { start, end } = range ?? { start: 0, end: file.bytes - 1 };
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${file.bytes}`);
  reply.header("content-length", end - start + 1);
  if (request.method === "HEAD") return reply.send();
  // Sent in one piece, so that a fault can cut it in the middle.
  return reply.send(callState(request).fault?.type === "cut" ? await file.read(start, end) : file.stream(start, end));
}
