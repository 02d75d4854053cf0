import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { videoRefusal } from "./video-refusal.ts";

const LinkQuery = z.object({ expires: z.string().regex(/^\d{1,12}$/), sig: z.string().regex(/^[0-9a-f]{64}$/) });

/** Path and query of a signed link to a task's clip; `expires` in Unix seconds (`docs/gateway.md#videos-endpoints`). */
export function signedPath(key: Buffer, taskId: string, expires: number): string {
  return `/v1/videos/${taskId}/content?expires=${expires}&sig=${signature(key, taskId, String(expires))}`;
}

/**
 * Checks the query of a link at a time (Unix milliseconds). Throws `invalid_signature` (403) for a forged one, and
 * `link_expired` (410) for an expired one.
 */
export function checkLink(key: Buffer, taskId: string, query: unknown, now: number): void {
  const parsed = LinkQuery.safeParse(query);
  if (!parsed.success) throw videoRefusal("invalid_signature");
  const { expires, sig } = parsed.data;
  const expected = Buffer.from(signature(key, taskId, expires));
  if (!timingSafeEqual(expected, Buffer.from(sig))) throw videoRefusal("invalid_signature");
  if (now >= Number(expires) * 1000) throw videoRefusal("link_expired");
}

function signature(key: Buffer, taskId: string, expires: string): string {
  return createHmac("sha256", key).update(`video ${taskId} ${expires}`).digest("hex");
}
