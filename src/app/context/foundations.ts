import { closeFolder } from "../../lib/data-folder/close-folder.ts";
import type { Config } from "../../config/config.ts";
import { lockDataDir, makeDataDir } from "../../lib/data-folder/data-lock.ts";
import type { Logger } from "../../lib/log/log.ts";
import { openDatabase, type OpenedDatabase } from "./database.ts";
import { openGateways, type OpenedGateways, type SandboxSettings } from "./gateways.ts";
import { startTogether } from "../start-together.ts";

/** What every other part depends on. */
export interface Foundations extends AsyncDisposable {
  readonly database: OpenedDatabase;
  readonly gateways: OpenedGateways;
}

/**
 * Locks the data folder, closes it to other users, and starts the embedded database and sandbox in parallel, if configured.
 * Throws a `ConfigError` for what a person can fix.
 */
export async function openFoundations(
  config: Config,
  log: Logger,
  signal: AbortSignal,
  { durable = true, ...sandbox }: SandboxSettings & { readonly durable?: boolean },
): Promise<Foundations> {
  await using started = new AsyncDisposableStack();
  const adopt = <T extends { stop(): Promise<void> }>(part: T): T => started.adopt(part, (it) => it.stop());
  await makeDataDir(config.dataDir);
  // Before the lock: reopening the lock file and closing it would release the lock.
  await closeFolder(config.dataDir, log);
  if (config.databaseUrl === undefined || (!config.image && !config.video)) {
    // The embedded parts support one process only.
    const lock = await lockDataDir(config.dataDir);
    started.defer(() => lock.release());
  }
  const [database, gateways] = await startTogether(
    signal,
    (starting) => openDatabase(config, log, starting, durable).then(adopt),
    () => openGateways(config, log, sandbox).then(adopt),
    async () => void (await Promise.all(config.platforms.map((platform) => platform.prepare(log)))),
  );
  const parts = started.move();
  return { database, gateways, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
