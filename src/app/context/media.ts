import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import type { Config } from "../../config/config.ts";
import type { Database } from "../../db/connection.ts";
import { createMediaLedger } from "../../db/delivery/media-ledger.ts";
import { ConfigError, EaselError, isRetryable } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import { createArtifactIntake, type ArtifactIntake } from "../../media/artifact-intake.ts";
import { createCharts, type Charts } from "../../media/chart/charts.ts";
import { createDiskAlarm, withDiskAlarm, type DiskAlarm } from "../../media/store/disk-alarm.ts";
import { lookForRoom } from "../../media/store/disk-room.ts";
import { createFitter, type Fitter } from "../../media/fit/fitter.ts";
import { createInspector } from "../../media/inspect/inspector.ts";
import { createFolderStore } from "../../media/store/folder-store.ts";
import type { MediaLedger } from "../../media/store/ledger.ts";
import type { S3Store } from "../../media/store/s3-store.ts";
import { createStaging, type Staging } from "../../media/store/staging.ts";
import type { Claim, MediaStore, ServedMedia, StoreOptions, SweepableStore } from "../../media/store/media-store.ts";
import { createSweeper, type Sweeper } from "../../media/store/sweeper.ts";
import { createThumbnails, type Thumbnails } from "../../media/thumbnails.ts";
import type { ReplyPriority } from "../../lib/reply-priority.ts";
import { retryUntilAvailable } from "../../lib/retry-until-available.ts";
import { createWatch, type PartState, type Watch } from "../http/watch.ts";
import { measuredMedia } from "../metrics/media.ts";
import type { Meters } from "../metrics/meters.ts";

/** Far longer than accepting a request takes, and shorter than the time for which new files are kept. */
const ACCEPTING_MS = 1_800_000;

/** The media store and its maintenance. */
export interface OpenedMedia extends AsyncDisposable {
  readonly store: MediaStore;
  /** The same contents, for serving. */
  readonly served: ServedMedia;
  /** Notified by every write to the store. */
  readonly disk: DiskAlarm;
  readonly ledger: MediaLedger;
  /** Intake for the gateway's pictures and clips. */
  readonly artifacts: ArtifactIntake;
  readonly fitter: Fitter;
  readonly thumbnails: Thumbnails;
  readonly charts: Charts;
  readonly sweeper: Sweeper;
  /** Whether the store is available; undefined for a folder, which has no connection to lose. */
  readonly watch: Pick<Watch, "state"> | undefined;
  /** Checks that the bucket can be written, read and deleted from; undefined for a folder. */
  readonly ask: ((signal: AbortSignal) => Promise<PartState>) | undefined;
  /** Polls an unavailable store until it answers, and a full disk until it has room. Ends when the signal is aborted. */
  look(signal: AbortSignal): Promise<void>;
  /** How long a file is kept after its last use, in milliseconds. */
  readonly keepMs: number;
  /** Keeps files for at least as long as a request takes to be accepted. Returns those that are no longer kept. */
  hold(hashes: readonly string[]): Promise<readonly string[]>;
}

export interface MediaContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly replyPriority: ReplyPriority;
  readonly meters: Meters;
  readonly log: Logger;
}

/**
 * Opens the configured media store, or else a folder. Rejects with a `ConfigError` for what only a person can fix. Opens an
 * unavailable store anyway.
 */
export async function openMedia(config: Config, context: MediaContext, signal: AbortSignal): Promise<OpenedMedia> {
  const { db, clock, log } = context;
  const keepMs = config.mediaDays * DAY_MS;
  const ledger = createMediaLedger(db, () => clock.now());
  // Background work waits for an unavailable database. When a person is waiting, fail immediately.
  const claim: Claim = (stored, { signal: waiting, unusedMs = keepMs }) => {
    const enter = (): Promise<void> => ledger.claim(stored, clock.now() - keepMs + unusedMs);
    return waiting ? retryUntilAvailable(enter, context, waiting) : enter();
  };
  await using opened = new AsyncDisposableStack();
  const disk = createDiskAlarm(log);
  const alone = config.databaseUrl === undefined;
  const fetching = createStaging(join(config.dataDir, "fetching"), { alone });
  const fitting = createStaging(join(config.dataDir, "fitting"), { alone });
  const options = { claim, replyPriority: context.replyPriority, staging: fetching };
  const { store: plain, served, watch, ask, look } = await openStore(config, options, context, opened, signal);
  const store = measuredMedia(withDiskAlarm(plain, disk), context.meters);
  const inspector = opened.use(createInspector(log));
  const artifacts = createArtifactIntake({ media: store, inspector });
  const thumbnails = opened.use(createThumbnails({ store, served, staging: fetching, inspector, clock, log }));
  const fitter = opened.use(createFitter({ media: store, staging: fitting, log }));
  const charts = opened.use(createCharts({ clock, log }));
  const parts = opened.move();
  return {
    store,
    served,
    disk,
    ledger,
    artifacts,
    fitter,
    thumbnails,
    charts,
    sweeper: createSweeper({ ledger, store, folders: [fetching, fitting], keepMs, clock, log }),
    watch,
    ask,
    async look(during) {
      await Promise.all([look(during), lookForRoom({ disk, staging: fetching, clock }, during)]);
    },
    keepMs,
    async hold(hashes) {
      const gone = new Set(await ledger.use(hashes, clock.now() - keepMs + ACCEPTING_MS));
      for (const hash of hashes) if (!gone.has(hash) && (await store.size(hash)) === undefined) gone.add(hash);
      return [...gone];
    },
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  };
}

async function openStore(
  config: Config,
  options: StoreOptions & { readonly staging: Staging },
  context: MediaContext,
  opened: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<{ readonly store: SweepableStore } & Pick<OpenedMedia, "served" | "watch" | "ask" | "look">> {
  if (!config.s3) {
    const store = await createFolderStore(join(config.dataDir, "media"), options);
    return { store, served: store, watch: undefined, ask: undefined, look: async () => {} };
  }
  // Loading this module costs time and memory, so only load it for S3.
  const { openS3Store } = await import("../../media/store/s3-store.ts");
  const s3 = opened.adopt(openS3Store(config.s3, options), (store) => store.close());
  const ask = async (during: AbortSignal): Promise<PartState> => {
    try {
      await s3.check(during);
      return { kind: "up" };
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return { kind: "away", reason: String(error instanceof Error ? error.message : error) };
    }
  };
  const later = (during: AbortSignal): Promise<PartState> =>
    ask(during).catch((error: unknown) => {
      if (error instanceof ConfigError) return { kind: "refused", reason: error.message };
      throw error;
    });
  const watch = createWatch("S3 store", await ask(signal), context);
  return { ...heardBy(s3, watch), watch, ask: later, look: (during) => watch.run(later, during) };
}

/** Reports the outcome of each call to the watch. */
function heardBy(s3: S3Store, watch: Pick<Watch, "heard">): { store: SweepableStore; served: ServedMedia } {
  const heard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      watch.heard(undefined);
      return done;
    } catch (error) {
      // Other failures don't mean that the store is unavailable.
      if (error instanceof EaselError && error.code === "media_unavailable") watch.heard(error.message);
      throw error;
    }
  };
  const reading = (from: ServedMedia): ServedMedia => ({
    open: (hash, range) => heard(from.open(hash, range)),
    size: (hash) => heard(from.size(hash)),
  });
  return {
    store: {
      ...s3,
      ...reading(s3),
      put: (source, options) => heard(s3.put(source, options)),
      keepThumbnails: (hash, thumbnails) => heard(s3.keepThumbnails(hash, thumbnails)),
      remove: (hash) => heard(s3.remove(hash)),
    },
    served: reading(s3.served),
  };
}
