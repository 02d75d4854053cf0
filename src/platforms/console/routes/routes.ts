import type { ConsoleRoutesDeps } from "./deps.ts";
import multipart from "@fastify/multipart";
import type { FastifyPluginAsync, FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { CONSOLE_FILE_BYTES, CONSOLE_FILES_PER_MESSAGE } from "../../../lib/limits.ts";
import { guardedRequest, checkRequest, type GuardRules } from "../../../lib/http/request-guard.ts";
import { createDownloads } from "../../../media/relay/downloads.ts";
import type { Signer } from "../../../lib/request-signer.ts";
import { answerError, fail } from "./failure-response.ts";
import { addFileRoutes } from "./file-routes.ts";
import { addFormRoutes } from "./form-routes.ts";
import { SECURITY_HEADERS } from "./guard.ts";
import { addLineageRoutes } from "./lineage-routes.ts";
import { addPinRoutes } from "./pin-routes.ts";
import { addPromptRoutes } from "./prompt-routes.ts";
import { addSearchRoutes } from "./search-routes.ts";
import { addLogin, type Sessions } from "./login-routes.ts";
import { addMessageRoutes } from "./message-routes.ts";
import { addPageRoutes } from "./page-routes.ts";
import { addChannelRoutes } from "./channel-routes.ts";
import { addReadingRoutes, CONSOLE_HISTORY_READERS } from "./reading-routes.ts";

/** All HTTP routes of the Console. The guard comes first, then the log-in, then the API and the page. */
export function createConsoleRoutes(deps: ConsoleRoutesDeps): FastifyPluginAsync {
  return async (server) => {
    server.setValidatorCompiler(validatorCompiler);
    server.setSerializerCompiler(serializerCompiler);
    server.setErrorHandler(answerError(deps.log));

    const { sessions } = deps;
    // Applies to every route below: requests are counted by session. Without a password, they are not counted.
    server.addHook("onRoute", (route) => {
      route.config = { ...route.config, signer: (request) => signerOf(request, sessions) };
    });
    const rules: GuardRules = {
      what: "The Console",
      // With a password, the log-in protects the Console, so any host name is allowed.
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
      limits: {
        files: CONSOLE_FILES_PER_MESSAGE,
        parts: CONSOLE_FILES_PER_MESSAGE,
        fileSize: CONSOLE_FILE_BYTES + 1,
        // An upload has no fields, and fields would be kept in memory.
        fields: 0,
      },
    });
    // Shared by all routes that load messages.
    const readers = createDownloads({ ofSigner: CONSOLE_HISTORY_READERS, clock: deps.clock });
    addReadingRoutes(server, deps, readers);
    addMessageRoutes(server, deps);
    addChannelRoutes(server, deps);
    addFormRoutes(server, deps);
    addFileRoutes(server, deps);
    addLineageRoutes(server, deps, readers);
    addSearchRoutes(server, deps, readers);
    addPinRoutes(server, deps, readers);
    addPromptRoutes(server, deps, readers);
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
