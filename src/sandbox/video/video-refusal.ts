import { GatewayRefusal } from "../errors/gateway-refusal.ts";
import { VIDEO_CODES } from "./codes.ts";

const MEANINGS: ReadonlyMap<string, string> = new Map(VIDEO_CODES.map(({ code, meaning }) => [code, meaning]));

/** A refusal of the video service, in its own words if it has any. */
export function videoRefusal(
  code: string,
  options: { message?: string; headers?: Record<string, string> } = {},
): GatewayRefusal {
  const message = options.message ?? MEANINGS.get(code);
  return new GatewayRefusal(code, { ...options, ...(message === undefined ? {} : { message }) });
}
