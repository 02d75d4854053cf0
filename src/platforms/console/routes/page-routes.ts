import { join } from "node:path";
import files from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { fail } from "./failure-response.ts";

/** Serves the built page. Its files have a hash in their name and are cached. The document is revalidated each time. */
export async function addPageRoutes(server: FastifyInstance, folder: string): Promise<void> {
  await server.register(files, {
    root: join(folder, "assets"),
    prefix: "/assets/",
    maxAge: "1y",
    immutable: true,
    index: false,
    // The build wrote a compressed copy next to each text file.
    preCompressed: true,
    // The folder is missing before the first build. The document route reports that.
    suppressWarning: true,
  });

  const page = async (_request: unknown, reply: FastifyReply): Promise<FastifyReply> => {
    try {
      return await reply.header("cache-control", "no-cache").sendFile("index.html", folder, { cacheControl: false });
    } catch {
      return fail(reply, 503, "page_missing", "The page is not built yet: run `npm run prepare`.");
    }
  };
  server.get("/*", async (request, reply) => {
    // The page itself reports an unknown address.
    if (request.headers.accept?.includes("text/html")) return page(request, reply.code(404));
    return fail(reply, 404, "not_found", "There is no such address.");
  });
  server.get("/", page);
  server.get("/c/:channel", page);
  server.get("/c/:channel/:message", page);
}
