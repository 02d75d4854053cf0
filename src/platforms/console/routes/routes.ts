import multipart from "@fastify/multipart";
import type { FastifyPluginAsync } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Clock } from "../../../lib/clock.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import type { Database } from "../../../db/connection.ts";
import { CONSOLE_FILE_BYTES, CONSOLE_FILES_PER_MESSAGE } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import { guardedRequest, judgeRequest, type GuardRules } from "../../../lib/request-guard.ts";
import type { Locale } from "../../../lib/locale.ts";
import type { Texts } from "../../../text/texts.ts";
import type { KnownChannels } from "../post/channels.ts";
import { answerError, fail } from "./failure.ts";
import type { Feed } from "../post/feed.ts";
import { addFileRoutes } from "./file-routes.ts";
import type { KeepFile } from "../receive/files.ts";
import { addFormRoutes } from "./form-routes.ts";
import { SECURITY_HEADERS } from "./guard.ts";
import type { Intake } from "../receive/intake.ts";
import { addLogin } from "./login-routes.ts";
import { createLogin } from "./login.ts";
import { addMessageRoutes } from "./message-routes.ts";
import type { MessageStore } from "../post/message-store.ts";
import { addPageRoutes } from "./page-routes.ts";
import { addReadingRoutes } from "./reading-routes.ts";

export interface ConsoleRoutesDeps {
  readonly db: Database;
  readonly media: MediaStore;
  readonly keepFile: KeepFile;
  readonly clock: Clock;
  readonly log: Logger;
  readonly feed: Feed;
  readonly messages: MessageStore;
  readonly channels: KnownChannels;
  readonly intake: Intake;
  readonly commands: readonly CommandSpec[];
  readonly texts: (locale: Locale) => Texts;
  readonly password: string | undefined;
  readonly allowedOrigins: readonly string[];
  readonly pageFolder: string;
}

/** The Console's whole HTTP side: walls first, then the login, then the API and the page. */
export function createConsoleRoutes(deps: ConsoleRoutesDeps): FastifyPluginAsync {
  return async (server) => {
    server.setValidatorCompiler(validatorCompiler);
    server.setSerializerCompiler(serializerCompiler);
    server.setErrorHandler(answerError(deps.log));

    const rules: GuardRules = {
      what: "The Console",
      // With a password the login is the wall, and the machine may go by any name.
      isKnownHost: () => deps.password !== undefined,
      allowedOrigins: deps.allowedOrigins,
    };
    server.addHook("onRequest", async (request, reply) => {
      reply.headers(SECURITY_HEADERS);
      const refusal = judgeRequest(guardedRequest(request.method, request.headers), rules);
      return refusal && fail(reply, 403, refusal.code, refusal.message);
    });
    if (deps.password !== undefined) addLogin(server, await createLogin(deps.password, deps.clock));

    await server.register(multipart, {
      limits: { files: CONSOLE_FILES_PER_MESSAGE, fileSize: CONSOLE_FILE_BYTES + 1 },
    });
    addReadingRoutes(server, deps);
    addMessageRoutes(server, deps);
    addFormRoutes(server, deps);
    addFileRoutes(server, deps);
    await addPageRoutes(server, deps.pageFolder);

    // Open streams would keep the server from closing.
    server.addHook("preClose", () => deps.feed.stop());
  };
}
