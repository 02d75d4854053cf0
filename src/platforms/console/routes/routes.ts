import type { Memberships } from "../../../core/account/membership.ts";
import multipart from "@fastify/multipart";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Clock } from "../../../lib/clock.ts";
import type { CommandSpec } from "../../../command/parse/spec.ts";
import type { Database } from "../../../db/connection.ts";
import { CONSOLE_FILE_BYTES, CONSOLE_FILES_PER_MESSAGE } from "../../../lib/limits.ts";
import type { Logger } from "../../../lib/log.ts";
import type { MediaStore } from "../../../media/store/media-store.ts";
import { guardedRequest, checkRequest, type GuardRules } from "../../../lib/request-guard.ts";
import type { Signer } from "../../../lib/request-signer.ts";
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
import { addLogin, type Sessions } from "./login-routes.ts";
import type { Login } from "./login.ts";
import { addMessageRoutes } from "./message-routes.ts";
import type { MessageStore } from "../post/message-store.ts";
import { addPageRoutes } from "./page-routes.ts";
import { addChannelRoutes } from "./channel-routes.ts";
import { addReadingRoutes } from "./reading-routes.ts";
import type { UploadRoom } from "../receive/upload-room.ts";

export interface ConsoleRoutesDeps {
  readonly db: Database;
  readonly media: MediaStore;
  readonly keepFile: KeepFile;
  readonly clock: Clock;
  readonly log: Logger;
  readonly feed: Feed;
  readonly messages: MessageStore;
  readonly channels: KnownChannels;
  readonly memberships: () => Memberships;
  readonly uploadRoom: UploadRoom;
  readonly intake: Intake;
  readonly commands: readonly CommandSpec[];
  readonly texts: (locale: Locale) => Texts;
  /** Undefined without a password: then everybody is let in. */
  readonly login: Login | undefined;
  readonly sessions: Sessions | undefined;
  readonly allowedOrigins: readonly string[];
  readonly pageFolder: string;
}

/** The Console's whole HTTP side: walls first, then the login, then the API and the page. */
export function createConsoleRoutes(deps: ConsoleRoutesDeps): FastifyPluginAsync {
  return async (server) => {
    server.setValidatorCompiler(validatorCompiler);
    server.setSerializerCompiler(serializerCompiler);
    server.setErrorHandler(answerError(deps.log));

    const { sessions } = deps;
    // Set on every route below: who has a session is counted by it, and without a password nobody is counted.
    server.addHook("onRoute", (route) => {
      route.config = { ...route.config, signer: (request) => signerOf(request, sessions) };
    });
    const rules: GuardRules = {
      what: "The Console",
      // With a password the login is the wall, and the machine may go by any name.
      isKnownHost: () => sessions !== undefined,
      allowedOrigins: deps.allowedOrigins,
    };
    server.addHook("onRequest", async (request, reply) => {
      reply.headers(SECURITY_HEADERS);
      const refusal = checkRequest(guardedRequest(request.method, request.headers), rules);
      return refusal && fail(reply, 403, refusal.code, refusal.message);
    });
    if (deps.login && sessions) {
      await deps.login.start();
      addLogin(server, { login: deps.login, sessions, ownOrigins: deps.allowedOrigins });
    }

    await server.register(multipart, {
      limits: { files: CONSOLE_FILES_PER_MESSAGE, fileSize: CONSOLE_FILE_BYTES + 1 },
    });
    addReadingRoutes(server, deps);
    addMessageRoutes(server, deps);
    addChannelRoutes(server, deps);
    addFormRoutes(server, deps);
    addFileRoutes(server, deps);
    await addPageRoutes(server, deps.pageFolder);

    // Open streams would keep the server from closing.
    server.addHook("preClose", () => deps.feed.stop());
  };
}

function signerOf(request: FastifyRequest, sessions: Sessions | undefined): Signer {
  if (!sessions) return "trusted";
  const session = sessions.of(request);
  return session === undefined ? "nobody" : { key: `session ${session}` };
}
