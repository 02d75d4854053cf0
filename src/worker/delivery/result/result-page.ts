import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Clock } from "../../../lib/clock.ts";
import { disposition, refuse, sendFile, type FileSource } from "../../../media/relay/send-file.ts";
import type { Job } from "../../../core/job/job-store.ts";
import type { Signer } from "../../../lib/request-signer.ts";
import { nearestLocale } from "../../../lib/locale.ts";
import { resultFileName } from "./result-file-name.ts";
import { type NothingShown, nothingPage, RESULT_PAGE_POLICY, resultPage } from "./result-html.ts";
import type { ResultGrant, ResultPurpose, ResultTokens } from "./result-token.ts";
import { artifactOf, isDeleted } from "../batch-status.ts";
import type { ArtifactContent, BatchView, DeliveryStore } from "../../../core/delivery/delivery-store.ts";

/**
 * Types that a browser may display. Everything else is only downloaded, so that no result can act as a page of ours.
 */
const SHOWN_TYPES = /^(?:image\/(?:png|jpeg|webp|gif|avif)|video\/(?:mp4|webm|quicktime))$/;

/** No intermediary may keep or index a secret address's content, or treat it as another type. */
const PRIVATE_HEADERS = {
  "cache-control": "private, no-store",
  "x-content-type-options": "nosniff",
  "x-robots-tag": "noindex, nofollow",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
} as const;

const FILE_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox";

const Params = z.object({ token: z.string() });
type Params = z.infer<typeof Params>;

/** A result that a link leads to. */
interface Found {
  readonly grant: ResultGrant;
  readonly view: BatchView;
  readonly job: Job;
  readonly content: ArtifactContent;
  readonly size: number;
}

/**
 * Serves the pages of linked results and their files: `/results/<token>` and `/results/<token>/file`, each with its own token.
 * Both answer GET and HEAD; the file also in ranges.
 */
export function createResultRoutes(options: {
  readonly tokens: ResultTokens;
  readonly store: Pick<DeliveryStore, "view">;
  readonly files: FileSource;
  readonly clock: Clock;
}): FastifyPluginAsync {
  const { tokens, files, clock } = options;

  const find = async (token: string, purpose: "page" | "file"): Promise<Found | NothingShown> => {
    const grant = tokens.read(token, purpose);
    if (!grant) return "unknown";
    if (grant.expiresAt <= clock.now()) return "expired";
    const view = await options.store.view(grant.batchId);
    const job = view?.jobs.find(({ ordinal }) => ordinal === grant.ordinal);
    const artifact = view && job && artifactOf(view, job);
    const content = artifact?.content;
    // Deleting a result from the conversation also deletes its page.
    if (!view || !job || !content || isDeleted(view, artifact)) return "gone";
    const size = await files.media.size(content.hash);
    return size === undefined ? "gone" : { grant, view, job, content, size };
  };

  const servePage = async (request: FastifyRequest<{ Params: Params }>, reply: FastifyReply): Promise<FastifyReply> => {
    const locale = nearestLocale(request.headers["accept-language"]);
    reply.headers({
      ...PRIVATE_HEADERS,
      "content-security-policy": RESULT_PAGE_POLICY,
      "content-language": locale,
      vary: "accept-language",
    });
    reply.type("text/html; charset=utf-8");
    const found = await find(request.params.token, "page");
    if (typeof found === "string") {
      return reply.code(found === "unknown" ? 404 : 410).send(nothingPage(found, locale));
    }
    const { view, content, size, grant } = found;
    const { request: asked, service, sandbox } = view.batch;
    const fileUrl = `${tokens.sign(grant, "file")}/file`;
    const { mimeType, width, height } = content;
    return reply.send(
      resultPage(
        {
          thing: service,
          prompt: asked.prompt,
          model: asked.model,
          sandbox,
          mimeType,
          bytes: size,
          width,
          height,
          fileUrl,
          downloadUrl: `${fileUrl}?save`,
          expiresAt: grant.expiresAt,
        },
        locale,
      ),
    );
  };

  const serveFile = async (
    request: FastifyRequest<{ Params: Params; Querystring: { readonly save?: string } }>,
    reply: FastifyReply,
  ): Promise<FastifyReply> => {
    reply.headers({ ...PRIVATE_HEADERS, "content-security-policy": FILE_POLICY });
    const found = await find(request.params.token, "file");
    if (typeof found === "string") return refuse(reply, found === "unknown" ? 404 : 410);
    const { view, job, content, size } = found;
    const isShown = SHOWN_TYPES.test(content.mimeType);
    const name = resultFileName(view.batch.request.prompt, job.ordinal, content.mimeType);
    return sendFile(request, reply, files, {
      hash: content.hash,
      size,
      mimeType: isShown ? content.mimeType : "application/octet-stream",
      disposition: disposition(isShown && request.query.save === undefined ? "inline" : "attachment", name),
    });
  };

  const signerOf = (params: unknown, purpose: ResultPurpose): Signer => {
    const { token } = Params.parse(params);
    return tokens.read(token, purpose) ? { key: `result ${token}` } : "nobody";
  };

  return async (server) => {
    server.route<{ Params: Params }>({
      method: ["GET", "HEAD"],
      url: "/results/:token",
      handler: servePage,
      config: { signer: ({ params }) => signerOf(params, "page") },
    });
    server.route<{ Params: Params; Querystring: { readonly save?: string } }>({
      method: ["GET", "HEAD"],
      url: "/results/:token/file",
      handler: serveFile,
      config: { signer: ({ params }) => signerOf(params, "file") },
    });
  };
}
