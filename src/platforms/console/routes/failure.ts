import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { DatabaseUnavailableError, isRetryable } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Taken } from "../api/api.ts";
import { formView } from "../post/form-view.ts";
import type { Shown } from "../post/answers.ts";
import { NotTakenError } from "../receive/intake.ts";
import type { Refusal } from "./refusal.ts";
import { MediaFullError, MediaMissingError, MediaTooLargeError } from "../../../media/store/media-store.ts";

/** Answers a request with an error as every route does: `{ error: { code, message } }`. */
export function fail(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).type("application/json").serializer(JSON.stringify).send({ error: { code, message } });
}

/** Answers what a person did: with why it can't be taken, or with what it shows them. */
export function answerTaken(reply: FastifyReply, outcome: Refusal | Shown): FastifyReply | Taken {
  if ("status" in outcome) return fail(reply, outcome.status, outcome.code, outcome.message);
  const { form, problems } = outcome;
  return {
    done: true,
    ...(form ? { form: formView(form) } : {}),
    ...(problems ? { problems: [...problems] } : {}),
  };
}

/** What a route did not expect, said in a plain sentence; the cause goes to the log. */
export function answerError(log: Logger): (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => void {
  return (error, request, reply) => {
    if (hasZodFastifySchemaValidationErrors(error)) {
      const [issue] = error.validation;
      fail(reply, 400, "bad_request", `${issue?.instancePath ?? ""} ${issue?.message ?? ""}`.trim());
      return;
    }
    if (error instanceof MediaTooLargeError) {
      fail(reply, 413, "too_large", "This file is too large for the Console.");
      return;
    }
    if (error instanceof MediaFullError) {
      log.error({ err: error, route: request.routeOptions.url }, "no room for an upload");
      fail(
        reply,
        507,
        "media_full",
        "The disk that Easel keeps files on is full. Whoever runs it must free some space.",
      );
      return;
    }
    if (error instanceof MediaMissingError) {
      fail(reply, 404, "file_gone", "This file is no longer kept.");
      return;
    }
    if (error instanceof DatabaseUnavailableError || error.cause instanceof DatabaseUnavailableError) {
      fail(reply, 503, "database_unavailable", "The database is away. Nothing that was acknowledged is lost.");
      return;
    }
    if (error instanceof NotTakenError) {
      log.warn({ err: error.cause, route: request.routeOptions.url }, "a console event could not be accepted");
      fail(reply, 503, error.code, "Easel could not take this yet. It will be sent again.");
      return;
    }
    if (isRetryable(error)) {
      fail(reply, 503, "unavailable", "Easel can't take this right now.");
      return;
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      fail(reply, error.statusCode, error.code.toLowerCase(), error.message);
      return;
    }
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, "a console request failed");
    fail(reply, 500, "internal", "Something went wrong inside Easel.");
  };
}
