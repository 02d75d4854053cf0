import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";

/** The key that seals stored secrets, and those that sealed some before. */
export interface SecretKeys {
  readonly current: string;
  readonly previous: readonly string[];
}

/**
 * The configured key, else one that is made once and kept in the data folder. The kept one is a previous one as soon as another is
 * configured.
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
  // Whole or not at all: half a key would lock every stored secret away.
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return made;
}
