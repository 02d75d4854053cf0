import { RESTEvents, type REST } from "discord.js";
import type { Clock } from "../../../lib/clock.ts";

/**
 * How far Discord's clock is ahead of ours, in milliseconds, according to its latest answer. Discord reports whole
 * seconds.
 */
export function watchSkew(rest: REST, clock: Clock): () => number {
  let aheadMs = 0;
  rest.on(RESTEvents.Response, (_request, response) => {
    const date = Date.parse(response.headers.get("date") ?? "");
    if (!Number.isNaN(date)) aheadMs = date - clock.now();
  });
  return () => aheadMs;
}
