import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "../sandbox-context.ts";
import { addPath } from "../route.ts";
import { jobOfCall } from "./authorize.ts";
import { readEdit } from "./edit.ts";
import { events } from "./events.ts";
import { readGeneration } from "./generation.ts";
import { hasEnded } from "./lifecycle.ts";
import { file, result } from "./result-body.ts";
import { snapshotOf } from "./snapshot.ts";
import { submit } from "./submit.ts";

const BASE = "/api/v1/images";

/** The image service: every row of `docs/gateway.md#images-endpoints`. */
export function addImageRoutes(app: FastifyInstance, context: SandboxContext): void {
  addPath(app, `${BASE}/generations/jobs`, {
    POST: (request, reply) => submit(context, request, reply, readGeneration),
  });
  addPath(app, `${BASE}/edits/jobs`, {
    POST: (request, reply) => submit(context, request, reply, (bytes) => readEdit(context, bytes)),
  });
  addPath(app, `${BASE}/jobs/:jobId`, {
    GET: async (request) => snapshotOf(jobOfCall(context, request), context.clock.now()),
    DELETE: async (request) => {
      const job = jobOfCall(context, request);
      const now = context.clock.now();
      // An ended job doesn't change; the caller reads the phase.
      if (!hasEnded(job, now)) {
        context.store.cancel(job, now);
        context.wake.changed(job.id);
      }
      return snapshotOf(job, now);
    },
  });
  addPath(app, `${BASE}/jobs/:jobId/result`, { GET: (request) => result(context, request) });
  addPath(app, `${BASE}/jobs/:jobId/events`, { GET: (request, reply) => events(context, request, reply) });
  addPath(app, `${BASE}/files/:mediaId`, {
    GET: (request, reply) => file(context, request, reply),
    HEAD: (request, reply) => file(context, request, reply),
  });
}
