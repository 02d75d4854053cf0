import type { DispatchContext } from "../../command/dispatch.ts";
import type { Meters } from "./meters.ts";

/** Counts refusals by rule. A request that several rules refuse counts once for each. */
export function countRefusals(meters: Meters): DispatchContext["onRefusal"] {
  return (platform, rules) => {
    for (const rule of rules) meters.count("easel_requests_refused_total", { platform, rule });
  };
}
