import type { Handlers } from "../../core/chat/event.ts";
import type { Platform } from "../../core/chat/platform.ts";
import type { DeliveryStore } from "../../core/delivery/delivery-store.ts";
import type { JobStore } from "../../core/job/job-store.ts";
import type { Service } from "../../core/job/job.ts";
import type { RemoteService } from "../../core/job/remote.ts";
import type { Clock } from "../../lib/clock.ts";
import { createEventTracing } from "./event-tracing.ts";
import { createFollowed } from "./followed.ts";
import { tracedDeliveries, tracedPlatform } from "./delivery.ts";
import { tracedRemote } from "./gateway.ts";
import { tracedJobs } from "./jobs.ts";
import type { Traces } from "./traces.ts";

/** Wraps ports to record their calls as spans. The wrapped parts know nothing about it. */
export interface Tracing {
  handlers(handlers: Handlers): Handlers;
  jobs(store: JobStore): JobStore;
  deliveries(store: DeliveryStore): DeliveryStore;
  remote(service: Service, remote: RemoteService): RemoteService;
  platform(platform: Platform): Platform;
}

/** Without traces, every port stays as it is. */
const NO_TRACING: Tracing = {
  handlers: (handlers) => handlers,
  jobs: (store) => store,
  deliveries: (store) => store,
  remote: (_service, remote) => remote,
  platform: (platform) => platform,
};

/** `traces` is undefined if traces are off. `clock`: the database's time. */
export function createTracing(traces: Traces | undefined, clock: Clock): Tracing {
  if (!traces) return NO_TRACING;
  const to = { traces, clock, events: createEventTracing(), followed: createFollowed() };
  return {
    handlers: (handlers) => to.events.handlers(handlers, to),
    jobs: (store) => tracedJobs(store, to),
    deliveries: (store) => tracedDeliveries(store, to),
    remote: (service, remote) => tracedRemote(service, remote, to),
    platform: (platform) => tracedPlatform(platform, to),
  };
}
