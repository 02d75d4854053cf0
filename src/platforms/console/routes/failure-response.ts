import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { hasZodFastifySchemaValidationErrors } from "fastify-type-provider-zod";
import { DatabaseUnavailableError, isRetryable } from "../../../lib/errors.ts";
import type { Logger } from "../../../lib/log/log.ts";
import type { Taken } from "../api/api.ts";
import type { Shown } from "../post/answers.ts";
import { NotAcceptedError } from "../receive/event-intake.ts";
import type { Refusal } from "./request-refusal.ts";
import { MediaFullError, MediaMissingError, MediaTooLargeError } from "../../../media/store/media-store.ts";

/** Sends an error in the format of all routes: `{ error: { code, message } }`. */
export function fail(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).type("application/json").serializer(JSON.stringify).send({ error: { code, message } });
}

/** Answers a person's action with its refusal, or with what it shows them. */
export function answerAccepted(reply: FastifyReply, outcome: Refusal | Shown): FastifyReply | Taken {
  if ("status" in outcome) return fail(reply, outcome.status, outcome.code, outcome.message);
  const { form, problems } = outcome;
  return {
    done: true,
    ...(form ? { form } : {}),
    ...(problems ? { problems: [...problems] } : {}),
  };
}

/** Answers an unexpected error with a plain sentence, and logs its cause. */
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
      log.error({ err: error, route: request.routeOptions.url }, "an upload was refused because the disk is full");
      fail(reply, 507, "media_full", "The disk where Easel stores files is full. The operator must free some space.");
      return;
    }
    if (error instanceof MediaMissingError) {
      fail(reply, 404, "file_gone", "This file is no longer stored.");
      return;
    }
    if (error instanceof DatabaseUnavailableError || error.cause instanceof DatabaseUnavailableError) {
      fail(reply, 503, "database_unavailable", "The database is unavailable. Nothing that was acknowledged is lost.");
      return;
    }
    if (error instanceof NotAcceptedError) {
      log.warn({ err: error.cause, route: request.routeOptions.url }, "a console event could not be accepted");
      fail(reply, 503, error.code, "Easel could not accept this yet. It will be sent again.");
      return;
    }
    if (isRetryable(error)) {
      fail(reply, 503, "unavailable", "Easel can't accept this right now. Try again in a moment.");
      return;
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      fail(reply, error.statusCode, error.code.toLowerCase(), error.message);
      return;
    }
    log.error({ err: error, method: request.method, route: request.routeOptions.url }, "a console request failed");
    fail(reply, 500, "internal", "Something went wrong inside Easel. Easel's log has the details.");
  };
}
