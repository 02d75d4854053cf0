import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import type { Config } from "../../config/config.ts";
import type { Database } from "../../db/connection.ts";
import { createMediaLedger } from "../../db/delivery/media-ledger.ts";
import { ConfigError, EaselError, isRetryable } from "../../lib/errors.ts";
import { DAY_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import { createArtifactIntake, type ArtifactIntake } from "../../media/artifact-intake.ts";
import { createDiskAlarm, withDiskAlarm, type DiskAlarm } from "../../media/store/disk-alarm.ts";
import { createFitter, type Fitter } from "../../media/fit/fitter.ts";
import { createFolderStore } from "../../media/store/folder-store.ts";
import type { MediaLedger } from "../../media/store/ledger.ts";
import { createStaging, type Staging } from "../../media/store/staging.ts";
import type { Claim, MediaStore, StoreOptions, SweepableStore } from "../../media/store/media-store.ts";
import { createSweeper, type Sweeper } from "../../media/store/sweeper.ts";
import type { ReplyPriority } from "../../lib/reply-priority.ts";
import { retryUntilAvailable } from "../../lib/retry-until-available.ts";
import { createWatch, type PartState, type Watch } from "../http/watch.ts";

/** The store of media, and what looks after it. */
export interface OpenedMedia extends AsyncDisposable {
  readonly store: MediaStore;
  /** Told by every write into the store. */
  readonly disk: DiskAlarm;
  readonly ledger: MediaLedger;
  /** The way in for what the gateway made. */
  readonly artifacts: ArtifactIntake;
  readonly fitter: Fitter;
  readonly sweeper: Sweeper;
  /** Whether the store can be used. Of a folder there is nothing to ask. */
  readonly watch: Pick<Watch, "state"> | undefined;
  /** Asks a store that is away whether it is back, until the signal is aborted. */
  look(signal: AbortSignal): Promise<void>;
  /** How long a content is kept after it was last needed, in milliseconds. */
  readonly keepMs: number;
  /** These contents are needed from now on. Returns those that are no longer kept. */
  use(hashes: readonly string[]): Promise<readonly string[]>;
}

export interface MediaContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly replyPriority: ReplyPriority;
  readonly log: Logger;
}

/**
 * Opens the media store of the configuration, or else a folder. Rejects with a `ConfigError` for what only a person can fix; a
 * store that is away is opened all the same.
 */
export async function openMedia(config: Config, context: MediaContext, signal: AbortSignal): Promise<OpenedMedia> {
  const { db, clock, log } = context;
  const ledger = createMediaLedger(db, () => clock.now());
  // Background work waits for a database that is away; who is being waited for is told at once.
  const claim: Claim = (stored, waiting) =>
    waiting ? retryUntilAvailable(() => ledger.claim(stored), context, waiting) : ledger.claim(stored);
  await using opened = new AsyncDisposableStack();
  const disk = createDiskAlarm(log);
  const alone = config.databaseUrl === undefined;
  const fetching = createStaging(join(config.dataDir, "fetching"), { alone });
  const fitting = createStaging(join(config.dataDir, "fitting"), { alone });
  const options = { claim, replyPriority: context.replyPriority, staging: fetching };
  const { store: plain, watch, look } = await openStore(config, options, context, opened, signal);
  const store = withDiskAlarm(plain, disk);
  const artifacts = opened.use(createArtifactIntake({ media: store, log }));
  const fitter = opened.use(createFitter({ media: store, staging: fitting, log }));
  const keepMs = config.mediaDays * DAY_MS;
  const parts = opened.move();
  return {
    store,
    disk,
    ledger,
    artifacts,
    fitter,
    sweeper: createSweeper({ ledger, store, folders: [fetching, fitting], keepMs, clock, log }),
    watch,
    look,
    keepMs,
    async use(hashes) {
      const gone = new Set(await ledger.use(hashes));
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
): Promise<{ readonly store: SweepableStore } & Pick<OpenedMedia, "watch" | "look">> {
  if (!config.s3) {
    const store = await createFolderStore(join(config.dataDir, "media"), options);
    return { store, watch: undefined, look: async () => {} };
  }
  // It takes time and memory that nobody without such a store has to spend.
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
  return { store: heardBy(s3, watch), watch, look: (during) => watch.run(later, during) };
}

/** The same store, with the watch told how each call ended. */
function heardBy(store: SweepableStore, watch: Pick<Watch, "heard">): SweepableStore {
  const heard = async <T>(work: Promise<T>): Promise<T> => {
    try {
      const done = await work;
      watch.heard(undefined);
      return done;
    } catch (error) {
      // What fails for another reason tells nothing of the store.
      if (error instanceof EaselError && error.code === "media_unavailable") watch.heard(error.message);
      throw error;
    }
  };
  return {
    ...store,
    put: (source, options) => heard(store.put(source, options)),
    open: (hash, range) => heard(store.open(hash, range)),
    size: (hash) => heard(store.size(hash)),
    remove: (hash) => heard(store.remove(hash)),
  };
}
