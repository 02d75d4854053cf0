import { channelRecords } from "../db/channels/channel-records.ts";
import type { PlatformName } from "../core/chat/conversation.ts";
import type { Platform } from "../core/chat/platform.ts";
import type { CommandSpec } from "../command/parse/spec.ts";
import type { Config } from "../config/config.ts";
import { createLineageStore } from "../db/delivery/lineage-store.ts";
import type { CheckedPlatform, OpenedPlatform, PlatformParts } from "../platforms/entry.ts";
import { PLATFORMS } from "../platforms/registry.ts";
import type { Context } from "./context/context.ts";
import { measuredPlatform } from "./metrics/delivery.ts";
import type { Meters, PlatformCounter } from "./metrics/meters.ts";
import { measuredThumbnails } from "./metrics/thumbnails.ts";
import type { PlatformStatus } from "./service-status.ts";
import type { ReadyFacts } from "./ready.ts";

/** The enabled platforms. */
export interface OpenedPlatforms extends AsyncDisposable {
  readonly all: readonly OpenedPlatform[];
  /** The platforms for delivering: their calls are measured and traced. */
  readonly byName: ReadonlyMap<PlatformName, Platform>;
  /** Their HTTP routes. */
  readonly routes: OpenedPlatform["routes"];
  /** The connections of platforms other than the Console. */
  readonly statuses: () => PlatformStatus[];
  /** Their counters since the start. */
  readonly counters: readonly PlatformCounter[];
  /** Their lines in the start's ready block. */
  facts(outsideUrl: string | undefined): ReadyFacts["platforms"];
  /** Names of platforms whose attachments can be downloaded publicly. */
  readonly publicFilesOf: readonly string[];
  /** Whether a request is logged in at a platform; undefined if none has a log-in. */
  readonly isLoggedIn: OpenedPlatform["isLoggedIn"];
}

/** Opens the enabled platforms. They receive nothing yet. */
export function openPlatforms(
  config: Config,
  checked: readonly CheckedPlatform[],
  context: Context,
  commands: readonly CommandSpec[],
  ownFileBytes: number | undefined,
): OpenedPlatforms {
  const { db, databaseClock, keys, kept, intake, policy, meters, tracing } = context;
  const parts = {
    db,
    alone: config.databaseUrl === undefined,
    databaseClock,
    secretKeys: keys.secretKeys,
    commands,
    media: kept.store,
    served: kept.served,
    thumbnails: measuredThumbnails(kept.thumbnails, meters),
    keepFile: intake.keep,
    memberships: policy.ports.memberships,
    lineages: createLineageStore(db),
    channelRecords,
    publicUrl: config.publicUrl,
    noted: noteOf(meters),
    ownFileBytes,
  };
  const all = checked.map((one) => one.open(parts));
  return {
    all,
    byName: new Map(all.map(({ platform }) => [platform.name, tracing.platform(measuredPlatform(platform, meters))])),
    routes: {
      local: all.flatMap(({ routes }) => routes.local),
      outside: all.flatMap(({ routes }) => routes.outside),
    },
    statuses: () => all.flatMap(({ platform, state }) => (state ? [{ platform: platform.name, state: state() }] : [])),
    counters: PLATFORMS.flatMap(({ counters }) => counters).flatMap((counter) => {
      const count = all.map((one) => one.counts[counter.name]).find((one) => one !== undefined);
      return count ? [{ ...counter, count }] : [];
    }),
    facts: (outsideUrl) => Object.fromEntries(all.map((one) => [one.platform.name, one.facts(outsideUrl)])),
    publicFilesOf: PLATFORMS.flatMap(({ name, readyLine }) => {
      const opened = all.find(({ platform }) => platform.name === name);
      return readyLine && opened?.platform.capabilities.publicFiles ? [readyLine.title] : [];
    }),
    isLoggedIn: all.map((one) => one.isLoggedIn).find((one) => one !== undefined),
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((one) => one.close()));
    },
  };
}

function noteOf(meters: Meters): PlatformParts["noted"] {
  const counters = {
    rate_limited: "easel_platform_rate_limits_total",
    reconnected: "easel_platform_reconnects_total",
  } as const;
  return (platform, event) => meters.count(counters[event], { platform });
}
