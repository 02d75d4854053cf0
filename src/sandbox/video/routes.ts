import type { FastifyInstance } from "fastify";
import type { SandboxContext } from "../sandbox-context.ts";
import { addPath } from "../route.ts";
import { keyOfCall, taskOfCall } from "./authorize.ts";
import { taskBody } from "./task-body.ts";
import { content } from "./content.ts";
import { signedPath } from "./signed-link.ts";
import { modelList } from "./models.ts";
import { submit } from "./submit.ts";

/** The video service: every row of `docs/gateway.md#videos-endpoints`. */
export function addVideoRoutes(app: FastifyInstance, context: SandboxContext): void {
  addPath(app, "/v1/models", { GET: async (request) => modelList(keyOfCall(request)) });
  addPath(app, "/v1/videos", { POST: (request, reply) => submit(context, request, reply) });
  addPath(app, "/v1/videos/:id", {
    GET: async (request) => {
      const task = taskOfCall(context, request);
      // Use the address that the caller used: our own may not be reachable (containers, forwarded ports).
      const origin = `${request.protocol}://${request.host}`;
      const linkTo = (expires: number): string => origin + signedPath(context.store.signingKey, task.id, expires);
      return taskBody(task, context.clock.now(), linkTo);
    },
  });
  addPath(app, "/v1/videos/:id/content", {
    GET: (request, reply) => content(context, request, reply),
    HEAD: (request, reply) => content(context, request, reply),
  });
}
