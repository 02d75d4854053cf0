import type { ConsoleRoutesDeps } from "./deps.ts";
import { CONSOLE_FILE_BYTES, THUMBNAIL_WIDTHS } from "../../../lib/limits.ts";
import { networkOf } from "../../../lib/network.ts";
import { personBound } from "./person-bound.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { ZodTypeProvider } from "fastify-type-provider-zod";
import { z } from "zod";
import { KnownId, UploadQuery, UploadView } from "../api/api.ts";
import { createDownloads, DOWNLOADS_OF_NETWORK } from "../../../media/relay/downloads.ts";
import { disposition, sendFile, type FileRefusal } from "../../../media/relay/send-file.ts";
import { fileUrl } from "../post/render.ts";
import { fail } from "./failure-response.ts";
import { keepUpload } from "../receive/files.ts";
import { findShownFile, keepPreview, type ShownFile } from "../store/stored-previews.ts";

/**
 * Types that a browser may display. Everything else is only downloaded, so that no upload can act as a page of ours.
 */
const SHOWN_TYPES =
  /^(?:image\/(?:png|jpeg|webp|gif|avif)|video\/(?:mp4|webm|quicktime)|audio\/(?:mpeg|mp4|ogg|wav|webm|aac|flac))$/;

/** With a width, which must be one of `THUMBNAIL_WIDTHS`, the picture's thumbnail is served. */
const FileQuery = z.object({ width: z.coerce.number().optional() });

const FILE_HEADERS = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; media-src 'self'; frame-ancestors 'none'; sandbox",
  "cache-control": "private, max-age=31536000, immutable",
} as const;

const REFUSALS: Readonly<Record<FileRefusal, readonly [code: string, message: string]>> = {
  404: ["file_gone", "This file is no longer stored."],
  416: ["range_unsatisfiable", "The requested range is beyond the end of the file."],
  503: ["too_many_downloads", "Too many files are being loaded. Try again in a moment."],
};

/** Routes for uploads, and for every message's files by their unguessable ids. */
export function addFileRoutes(plain: FastifyInstance, deps: ConsoleRoutesDeps): void {
  const server = plain.withTypeProvider<ZodTypeProvider>();
  // A page may load all files of its messages concurrently, so a session has the same bound as its network.
  const downloads = createDownloads({ ofSigner: DOWNLOADS_OF_NETWORK, clock: deps.clock });
  const files = { media: deps.served, downloads };
  const closing = new AbortController();
  // A request that waits for a thumbnail would keep the server from closing.
  server.addHook("preClose", async () => closing.abort());

  server.post(
    "/api/uploads",
    { schema: { querystring: UploadQuery, response: { 200: UploadView } } },
    async (request, reply) => {
      if (!request.isMultipart()) return fail(reply, 415, "not_multipart", "Send the file as multipart form data.");
      const { as: by } = request.query;
      // Without a content length, assume one file of the maximum size.
      const announced = Number(request.headers["content-length"] ?? CONSOLE_FILE_BYTES);
      const bound = await personBound(deps, "uploadMib", request.query);
      const reservation = await deps.uploadReservations.reserve(by, announced, bound.value);
      if (reservation.kind !== "reserved") {
        const { kind, usedMib, mostMib } = reservation;
        const say = bound.texts.consoleRoom;
        const why = kind === "full" ? say.uploads : say.uploadsToday;
        return fail(reply, 409, "uploads_full", why(usedMib, mostMib, bound.by));
      }
      try {
        const uploads: { id: string }[] = [];
        let left = announced;
        for await (const { filename: name, mimetype: mimeType, file: source } of request.files()) {
          const upload = { by, turnOf: bound.turnOf, name, mimeType, source, onStored: reservation.stored };
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

  server.route({
    method: ["GET", "HEAD"],
    // The name at the end is only for people. A wildcard, because a long name would be refused as a parameter.
    url: "/api/files/:id/*",
    schema: { params: z.object({ id: KnownId }), querystring: FileQuery },
    handler: async (request, reply) => {
      const file = await findShownFile(deps.db, request.params.id);
      const size = file && (await files.media.size(file.hash));
      if (!file || size === undefined) return refuseFile(reply, 404);
      const shown = SHOWN_TYPES.test(file.mimeType);
      const width = THUMBNAIL_WIDTHS.find((one) => one === request.query.width);
      if (shown && file.mimeType.startsWith("image/") && width !== undefined) {
        const network = networkOf(request.ip);
        const by = { organisationId: network, accountId: network };
        const thumbnail = await deps.thumbnails.find({ hash: file.hash, bytes: size }, width, by, closing.signal);
        // Not cached, because the thumbnail may exist later.
        if (!thumbnail) return reply.header("cache-control", "no-store").redirect(fileUrl(file), 307);
        if (file.lacksPreview) await addPreview(deps, file);
        const small = {
          hash: thumbnail.name,
          size: thumbnail.bytes,
          mimeType: "image/webp",
          disposition: disposition("inline", `${file.name}.webp`),
          headers: FILE_HEADERS,
        };
        return sendFile(request, reply, files, small, refuseFile);
      }
      const served = {
        hash: file.hash,
        size,
        mimeType: shown ? file.mimeType : "application/octet-stream",
        disposition: disposition(shown ? "inline" : "attachment", file.name),
        headers: FILE_HEADERS,
      };
      return sendFile(request, reply, files, served, refuseFile);
    },
  });
}

/** Adds a picture's preview to its message. A failure is only logged, because the preview is cosmetic. */
async function addPreview(
  { db, thumbnails, log }: Pick<ConsoleRoutesDeps, "db" | "thumbnails" | "log">,
  file: ShownFile,
): Promise<void> {
  try {
    const preview = await thumbnails.preview(file.hash);
    if (preview) await keepPreview(db, file, preview);
  } catch (error) {
    log.info({ err: error }, "a picture's preview was not kept");
  }
}

function refuseFile(reply: FastifyReply, status: FileRefusal): FastifyReply {
  const [code, message] = REFUSALS[status];
  return fail(reply, status, code, message);
}
