import type { PlatformName } from "../../core/chat/conversation.ts";
import type { Service } from "../../core/job/job.ts";
import type { Meters } from "./meters.ts";
import { modelLabel } from "./model-label.ts";

const SERVICES: readonly Service[] = ["image", "video"];
/** The refusals that alert rules look for. */
const WATCHED_STATUSES = ["401", "402", "403", "429"];

/**
 * Starts the counters of rare events at 0. Prometheus compares two values of a series, so `increase` misses the first event of a
 * series that appears with it: an alert on one refusal would never fire, and an alert on silence would have no data after a
 * restart.
 */
export function beginAtZero(meters: Meters, platforms: readonly PlatformName[]): void {
  for (const service of SERVICES) {
    meters.count("easel_quota_refusals_total", { service }, 0);
    for (const status of WATCHED_STATUSES) meters.count("easel_create_refusals_total", { service, status }, 0);
  }
  for (const platform of platforms) {
    meters.count("easel_platform_rate_limits_total", { platform }, 0);
    meters.count("easel_platform_reconnects_total", { platform }, 0);
    meters.count("easel_results_undeliverable_total", { platform }, 0);
    for (const service of SERVICES) {
      meters.count("easel_requests_accepted_total", { platform, service, model: modelLabel(undefined) }, 0);
    }
  }
}
