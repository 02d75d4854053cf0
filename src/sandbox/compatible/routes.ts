import type { FastifyInstance, FastifyRequest } from "fastify";
import type { SandboxContext } from "../sandbox-context.ts";
import { bodyOf } from "../recorder.ts";
import { addPath } from "../route.ts";
import { requireJson } from "../image/submit.ts";
import { parseObject } from "../image/validate.ts";
import { answerAtOnce, imageKeyOf } from "./answer.ts";
import { readCompatibleEdit } from "./edit.ts";
import { readForm } from "./multipart-form.ts";
import { readCompatibleGeneration } from "./generation.ts";

/**
 * The compatible images protocol: one call that returns the finished pictures. The contract names its two routes, model names
 * without prefix and multipart for edits (`docs/gateway.md#images-compatible-protocol`); undocumented shapes are the common
 * ones.
 */
export function addCompatibleRoutes(app: FastifyInstance, context: SandboxContext): void {
  addPath(app, "/v1/images/generations", {
    POST: async (request) => {
      const key = imageKeyOf(request);
      requireJson(request);
      return answerAtOnce(context, request, key, readCompatibleGeneration(parseObject(bodyOf(request))));
    },
  });
  addPath(app, "/v1/images/edits", {
    POST: async (request: FastifyRequest) => {
      const key = imageKeyOf(request);
      return answerAtOnce(context, request, key, await readCompatibleEdit(context, await readForm(request)));
    },
  });
}
