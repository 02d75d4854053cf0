import { copyFile, open, stat, truncate, type FileHandle } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** The server's log is rotated at this size. With the rotated file it takes at most twice as much. */
export const SERVER_LOG_BYTES = 4 * 1024 * 1024;
const SERVER_LOG_CHECK_MS = 60_000;

/** How much of the log's end is read for an error message. */
const TAIL_BYTES = 8_192;

/** Opens the server's log for appending, after rotating it if it has grown too long. */
export async function openServerLog(file: string): Promise<FileHandle> {
  await boundServerLog(file);
  return open(file, "a", 0o600);
}

/** The log's last few kilobytes, starting no earlier than byte `from`. */
export async function readServerLog(file: string, from: number): Promise<string> {
  const handle = await open(file, "r");
  try {
    const { size } = await handle.stat();
    const start = Math.max(from, size - TAIL_BYTES);
    const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(TAIL_BYTES), position: start });
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Bounds the log while the server runs. Resolves when the signal is aborted. */
export async function keepServerLogBounded(file: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(SERVER_LOG_CHECK_MS, undefined, { signal, ref: false }).catch(() => {});
    // Failing to cut the log must not end anything; the next round tries again.
    await boundServerLog(file).catch(() => {});
  }
}

/** The server appends, so truncating the file is safe. A line or two written meanwhile may be lost. */
async function boundServerLog(file: string): Promise<void> {
  const size = await stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
  if (size <= SERVER_LOG_BYTES) return;
  await copyFile(file, `${file}.1`);
  await truncate(file);
}
