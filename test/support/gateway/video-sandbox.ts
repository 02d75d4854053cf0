import { createServer, type Server } from "node:http";
import { z } from "zod";
import type { Answer, TestSandbox } from "./sandbox.ts";

/** A request that every model of the suffix family accepts, with these fields replaced; undefined removes one. */
const SUFFIX_BODY = { model: "gamma3.0-video-480p", prompt: "a lighthouse at dusk", seconds: "5" } as const;

/** `POST /v1/videos`. */
export function createVideo(
  sandbox: TestSandbox,
  fields: Readonly<Record<string, unknown>> = {},
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  return sandbox.call("POST", "/v1/videos", { ...SUFFIX_BODY, ...fields }, headers);
}

/** Creates a task, which must be accepted, and returns its id. */
export async function createdVideo(
  sandbox: TestSandbox,
  fields?: Readonly<Record<string, unknown>>,
  headers?: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await createVideo(sandbox, fields, headers);
  if (answer.status !== 200) throw new Error(`not accepted: ${JSON.stringify(answer.body)}`);
  return String(answer.body["id"]);
}

/** A task as the sandbox shows it. */
export async function lookAtVideo(sandbox: TestSandbox, id: string): Promise<Record<string, unknown>> {
  return { ...(await sandbox.call("GET", `/v1/videos/${id}`)).body };
}

/** The signed link of a completed task. */
export async function linkOf(sandbox: TestSandbox, id: string): Promise<string> {
  const { metadata } = await lookAtVideo(sandbox, id);
  return z.object({ url: z.url() }).parse(metadata).url;
}

const VideoRefusal = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string().min(1), type: z.string().min(1) }),
  code: z.string(),
  message: z.string(),
  data: z.null(),
});

/** An error response (`docs/gateway.md#videos-error-object`) whose aliases agree. */
export function videoRefusalOf(answer: Answer): { status: number; code: string } {
  const { error, code, message } = VideoRefusal.parse(answer.body);
  if (code !== error.code || message !== error.message) throw new Error("the error's aliases differ");
  return { status: answer.status, code };
}

/** Serves files by path; everything else is 404. */
export interface FileServer {
  readonly url: string;
  /** Requested paths, in order. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

export async function serveFiles(files: Readonly<Record<string, Buffer | string>>): Promise<FileServer> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? "").split("?")[0] ?? "";
    asked.push(path);
    const file = files[path];
    if (path.startsWith("/moved")) response.writeHead(302, { location: path.replace("/moved", "") }).end();
    else if (file === undefined) response.writeHead(404).end("nothing here");
    else response.end(file);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("not listening");
  return {
    url: `http://127.0.0.1:${address.port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
