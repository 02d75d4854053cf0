import { closeSync, existsSync, openSync, renameSync, statSync, truncateSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { z } from "zod";
import { lineOf, readLines, writeWhole } from "./journal.ts";

/** The call list rotates its file at this size; together with the previous one it takes at most twice as much. */
const SANDBOX_CALLS_BYTES = 64 * 1024 * 1024;

/** One call as `GET /sandbox/calls` shows it. Secrets are masked, long bodies cut. */
export const Call = z.object({
  /** Unix milliseconds of the sandbox's clock. */
  at: z.number(),
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  /** The parsed JSON, or the text as received; null without a body. */
  body: z.unknown(),
  /** Hash of the received bytes, which tells two bodies apart even if they were cut. */
  bodySha256: z.string().nullable(),
  requestId: z.string(),
  /** The answer's status; null if there is no answer (yet). */
  status: z.number().nullable(),
  /** The fault that was applied; null without one. */
  fault: z.string().nullable(),
});
export type Call = z.infer<typeof Call>;

/** A call when it arrives, and its end: two lines of the file, joined by the request id. */
const CallLine = z.union([
  z.object({ saw: Call }),
  z.object({ ended: z.string(), status: z.number().nullable(), fault: z.string().nullable() }),
]);
type CallLine = z.infer<typeof CallLine>;

/** Every call to the sandbox, on disk only, so that a long list costs no memory. */
export interface CallList {
  saw(call: Call): void;
  ended(requestId: string, status: number | null, fault: string | null): void;
  /** Oldest first. The file is bounded; the oldest calls of a very long list are dropped. */
  list(): Call[];
  clear(): void;
  close(): void;
}

export function openCalls(dataDir: string): CallList {
  const path = join(dataDir, "calls.jsonl");
  const earlier = join(dataDir, "calls.earlier.jsonl");
  let file = openSync(path, "a", 0o600);
  let size = statSync(path).size;

  const write = (line: CallLine): void => {
    const bytes = Buffer.from(lineOf(line));
    if (size + bytes.length > SANDBOX_CALLS_BYTES) {
      closeSync(file);
      renameSync(path, earlier);
      file = openSync(path, "a", 0o600);
      size = 0;
    }
    writeWhole(file, bytes);
    size += bytes.length;
  };
  // A line that a crash truncated must not merge with the next one.
  if (size > 0) writeWhole(file, Buffer.from("\n"));

  return {
    saw: (call) => write({ saw: call }),
    ended: (requestId, status, fault) => write({ ended: requestId, status, fault }),
    list() {
      const calls = new Map<string, Call>();
      for (const source of [earlier, path]) {
        for (const line of readLines(source)) {
          const parsed = CallLine.safeParse(line);
          if (!parsed.success) continue;
          if ("saw" in parsed.data) calls.set(parsed.data.saw.requestId, parsed.data.saw);
          else {
            const call = calls.get(parsed.data.ended);
            if (call) calls.set(call.requestId, { ...call, status: parsed.data.status, fault: parsed.data.fault });
          }
        }
      }
      return [...calls.values()];
    },
    clear() {
      truncateSync(path, 0);
      if (existsSync(earlier)) truncateSync(earlier, 0);
      size = 0;
    },
    close() {
      closeSync(file);
    },
  };
}

/** An id for one call, also in the answer's `X-Gateway-Request-Id`. */
export function newRequestId(): string {
  return `req_${randomUUID().replaceAll("-", "")}`;
}
