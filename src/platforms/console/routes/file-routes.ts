import type { ConsoleRoutesDeps } from "./deps.ts";
import { CONSOLE_FILE_BYTES } from "../../../lib/limits.ts";
import { personBound } from "./person-bound.ts";
import type { FastifyInstance } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { KnownId, UploadQuery, UploadView } from "../api/api.ts";
import { parseRange } from "../../../lib/http/byte-range.ts";
import { disposition } from "../../../media/relay/send-file.ts";
import { fail } from "./failure.ts";
import { findFile, keepUpload } from "../receive/files.ts";

/**
 * Types that a browser may display. Everything else is only downloaded, so that no upload can act as a page of ours.
 */
const SHOWN_TYPES =
  /^(?:image\/(?:png|jpeg|webp|gif|avif)|video\/(?:mp4|webm|quicktime)|audio\/(?:mpeg|mp4|ogg|wav|webm|aac|flac))$/;

/** Routes for uploads, and for every message's files by their unguessable ids. */
export function addFileRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();

  server.post(
    "/api/uploads",
    { schema: { querystring: UploadQuery, response: { 200: UploadView } } },
    async (request, reply) => {
      if (!request.isMultipart()) return fail(reply, 415, "not_multipart", "Send the file as multipart form data.");
      const { as: by } = request.query;
      // Without a length, one file of the maximum size is assumed.
      const announced = Number(request.headers["content-length"] ?? CONSOLE_FILE_BYTES);
      const bound = await personBound(deps, "uploadMib", request.query);
      const reservation = await deps.uploadReservations.reserve(by, announced, bound.value);
      if ("usedMib" in reservation) {
        const { texts, value } = bound;
        return fail(reply, 409, "uploads_full", texts.consoleRoom.uploads(reservation.usedMib, value, bound.by));
      }
      try {
        const uploads: { id: string }[] = [];
        let left = announced;
        for await (const { filename: name, mimetype: mimeType, file: source } of request.files()) {
          const upload = { by, turnOf: bound.turnOf, name, mimeType, source };
          const { id, bytes } = await keepUpload(deps, upload, Math.min(left, CONSOLE_FILE_BYTES));
          left -= bytes;
          uploads.push({ id });
        }
        return { uploads };
      } finally {
        reservation.release();
      }
    },
  );

  server.get(
    "/api/files/:id/:name",
    { schema: { params: z.object({ id: KnownId, name: z.string() }) } },
    async (request, reply) => {
      const file = await findFile(deps.db, request.params.id);
      const size = file && (await deps.media.size(file.hash));
      if (!file || size === undefined) return fail(reply, 404, "file_gone", "This file is no longer stored.");
      const range = parseRange(request.headers.range, size);
      if (range === "unsatisfiable") {
        reply.header("content-range", `bytes */${size}`);
        return fail(reply, 416, "range_unsatisfiable", "The requested range is beyond the end of the file.");
      }
      const shown = SHOWN_TYPES.test(file.mimeType);
      reply.headers({
        "content-type": shown ? file.mimeType : "application/octet-stream",
        "content-disposition": disposition(shown ? "inline" : "attachment", file.name),
        "content-length": range ? range.end - range.start + 1 : size,
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox",
        "cache-control": "private, max-age=31536000, immutable",
        "accept-ranges": "bytes",
      });
      if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`);
      return reply.send(await deps.media.open(file.hash, range));
    },
  );
}
