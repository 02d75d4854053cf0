import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import type { Database } from "../db/connection.ts";
import { createMediaLedger } from "../db/media-ledger.ts";
import { DAY_MS } from "../limits.ts";
import type { Logger } from "../log.ts";
import { createArtifactIntake, type ArtifactIntake } from "../media/artifact-intake.ts";
import { createDiskAlarm, withDiskAlarm, type DiskAlarm } from "../media/disk-alarm.ts";
import { createFitter, type Fitter } from "../media/fit/fitter.ts";
import { createFolderStore } from "../media/folder-store.ts";
import type { MediaLedger } from "../media/ledger.ts";
import { createStaging, type Staging } from "../media/staging.ts";
import type { Claim, MediaStore, StoreOptions, SweepableStore } from "../media/store.ts";
import { createSweeper, type Sweeper } from "../media/sweeper.ts";
import type { RightOfWay } from "../right-of-way.ts";
import { untilAnswered } from "../until-answered.ts";

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
  /** How long a content is kept after it was last needed, in milliseconds. */
  readonly keepMs: number;
  /** These contents are needed from now on. Returns those that are no longer kept. */
  use(hashes: readonly string[]): Promise<readonly string[]>;
}

export interface MediaContext {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: () => number;
  readonly rightOfWay: RightOfWay;
  readonly log: Logger;
}

/** Opens the media store of the configuration, or else a folder. Rejects with a `ConfigError` when it can't be used. */
export async function openMedia(config: Config, context: MediaContext, signal: AbortSignal): Promise<OpenedMedia> {
  const { db, clock, log } = context;
  const ledger = createMediaLedger(db, () => clock.now());
  // Background work waits for a database that is away; who is being waited for is told at once.
  const claim: Claim = (stored, waiting) =>
    waiting ? untilAnswered(() => ledger.claim(stored), context, waiting) : ledger.claim(stored);
  await using opened = new AsyncDisposableStack();
  const disk = createDiskAlarm(log);
  const alone = config.databaseUrl === undefined;
  const fetching = createStaging(join(config.dataDir, "fetching"), { alone });
  const fitting = createStaging(join(config.dataDir, "fitting"), { alone });
  const options = { claim, rightOfWay: context.rightOfWay, staging: fetching };
  const store = withDiskAlarm(await openStore(config, options, opened, signal), disk);
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
  opened: AsyncDisposableStack,
  signal: AbortSignal,
): Promise<SweepableStore> {
  if (!config.s3) return createFolderStore(join(config.dataDir, "media"), options);
  // It takes time and memory that nobody without such a store has to spend.
  const { openS3Store } = await import("../media/s3-store.ts");
  return opened.adopt(await openS3Store(config.s3, options, signal), (store) => store.close());
}
