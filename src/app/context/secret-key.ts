import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../../config/config.ts";

/** The key that encrypts stored secrets, and previous ones. */
export interface SecretKeys {
  readonly current: string;
  readonly previous: readonly string[];
}

/**
 * The configured key, or one that is generated once and stored in the data folder. Once a key is configured, the stored one
 * counts as a previous key.
 */
export async function secretKeysFor(config: Config): Promise<SecretKeys> {
  const kept = await keptSecretKey(config.dataDir);
  const generated = kept === undefined ? [] : [kept];
  const { secretKey, previousSecretKeys } = config;
  if (secretKey !== undefined) {
    const previous = [...previousSecretKeys, ...generated].filter((key) => key !== secretKey);
    return { current: secretKey, previous };
  }
  const current = generated[0] ?? (await makeKey(pathIn(config.dataDir)));
  return { current, previous: previousSecretKeys };
}

/** The key that an earlier start generated. */
export async function keptSecretKey(dataDir: string): Promise<string | undefined> {
  try {
    return (await readFile(pathIn(dataDir), "utf8")).trim();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

function pathIn(dataDir: string): string {
  return join(dataDir, "secret.key");
}

async function makeKey(path: string): Promise<string> {
  const made = randomBytes(48).toString("base64url");
  // Written atomically: half a key would make every stored secret unreadable.
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return made;
}
