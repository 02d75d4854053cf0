import { z } from "zod";

/**
 * `docs/gateway.md#videos-error-object`: the inner fields, and at the top level the compatibility aliases that "may
 * additionally be present".
 */
export const VideoErrorBody = z.strictObject({
  error: z.strictObject({ code: z.string(), message: z.string(), type: z.string() }),
  code: z.string(),
  message: z.string(),
  data: z.null(),
});
export type VideoErrorBody = z.infer<typeof VideoErrorBody>;

export function videoErrorBody({
  code,
  message,
  type,
}: Readonly<Record<"code" | "message" | "type", string>>): VideoErrorBody {
  return { error: { code, message, type }, code, message, data: null };
}

/** Whether this is an address of the video service, whose errors have their own shape. */
export function isVideoPath(url: string): boolean {
  return /^\/v1\/(?:videos|models)(?:[/?]|$)/.test(url);
}
