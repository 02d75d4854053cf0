import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import { z } from "zod";
import type { Signer } from "../../lib/request-signer.ts";
import type { Reference } from "../../core/request/reference.ts";
import { addressName } from "../file-name.ts";
import { FILE_TYPES, findFileType } from "../file-type.ts";
import { createRelayTokens } from "./relay-token.ts";
import { refuse, sendFile, type FileSource } from "./send-file.ts";

/** Outlasts every attempt of a job: running jobs are given up after the same time (`RUNNING_LIMIT_MS`). */
export const RELAY_LINK_MS = 72 * 3_600_000;

/** Public addresses for references that the gateway downloads (`docs/gateway.md#videos-references`). */
export interface Relay {
  /** Creates addresses below `baseUrl`. Undefined means that there is no public address. */
  at(baseUrl: string | undefined): RelayUrls;
  /** Serves those addresses, for GET and HEAD. */
  readonly routes: FastifyPluginAsync;
}

export interface RelayUrls {
  /**
   * `<base>/media/<token>/<name>.<extension>`, for 72 hours. The path ends in `.mp3` for audio (form M). Undefined without a
   * public address, and for types that are not accepted. The address is a secret: anyone who has it has the file.
   */
  urlFor(reference: Reference): string | undefined;
}

/** `secretKey` is the instance's secret key, from which a separate key is derived. */
export function createRelay(options: {
  readonly files: FileSource;
  readonly secretKey: string;
  readonly clock: Clock;
}): Relay {
  const { files, clock } = options;
  const tokens = createRelayTokens(options.secretKey);

  const serve = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply): Promise<FastifyReply> => {
    // No intermediary may keep or index a secret address's content, or treat it as another type.
    reply.headers({
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "content-security-policy":
        "default-src 'none'; media-src 'self'; img-src 'self'; frame-ancestors 'none'; sandbox",
    });
    const grant = tokens.read(request.params.token, request.params.name);
    const mimeType = grant && mimeTypeOf(grant.fileName);
    if (!grant || mimeType === undefined) return refuse(reply, 404);
    if (grant.expiresAt <= clock.now()) return refuse(reply, 410);
    const size = await files.media.size(grant.hash);
    if (size === undefined) return refuse(reply, 404);
    return sendFile(request, reply, files, {
      hash: grant.hash,
      size,
      mimeType,
      disposition: `inline; filename="${grant.fileName}"`,
    });
  };

  /** Each link has its own share: the gateway can load a reference however many others there are. */
  const signerOf = ({ token, name }: Params): Signer =>
    tokens.read(token, name) ? { key: `media ${token}` } : "nobody";

  return {
    at: (baseUrl) => ({
      urlFor(reference) {
        const type = findFileType(reference.mimeType);
        if (baseUrl === undefined || !type) return undefined;
        const fileName = `${addressName(reference.name, type.kind)}.${type.extensions[0]}`;
        const token = tokens.sign({ hash: reference.hash, fileName, expiresAt: clock.now() + RELAY_LINK_MS });
        return `${baseUrl.replace(/\/+$/, "")}/media/${token}/${fileName}`;
      },
    }),
    routes: async (server) => {
      server.route<{ Params: Params }>({
        method: ["GET", "HEAD"],
        url: "/media/:token/:name",
        handler: serve,
        config: { signer: ({ params }) => signerOf(Params.parse(params)) },
      });
    },
  };
}

const Params = z.object({ token: z.string(), name: z.string() });
type Params = z.infer<typeof Params>;

function mimeTypeOf(fileName: string): string | undefined {
  const ending = fileName.slice(fileName.lastIndexOf(".") + 1);
  return FILE_TYPES.find((type) => type.extensions[0] === ending)?.mimeType;
}
