import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";

/** The key that seals stored secrets, and previous ones. */
export interface SecretKeys {
  readonly current: string;
  readonly previous: readonly string[];
}

/**
 * The configured key, or one that is generated once and kept in the data folder. Once a key is configured, the kept one counts
 * as a previous key.
 */
export async function secretKeysFor(config: Config): Promise<SecretKeys> {
  const path = join(config.dataDir, "secret.key");
  const kept = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  const generated = kept === undefined ? [] : [kept.trim()];
  const { secretKey, previousSecretKeys } = config;
  if (secretKey !== undefined) {
    const previous = [...previousSecretKeys, ...generated].filter((key) => key !== secretKey);
    return { current: secretKey, previous };
  }
  const current = generated[0] ?? (await makeKey(path));
  return { current, previous: previousSecretKeys };
}

async function makeKey(path: string): Promise<string> {
  const made = randomBytes(48).toString("base64url");
  // Written atomically: half a key would make every stored secret unreadable.
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return made;
}
