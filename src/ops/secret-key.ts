import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "../config.ts";

/** The key that seals stored secrets: the configured one, else one that is made once and kept in the data folder. */
export async function secretKeyFor(config: Config): Promise<string> {
  if (config.secretKey !== undefined) return config.secretKey;
  const path = join(config.dataDir, "secret.key");
  const kept = await readFile(path, "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  });
  if (kept !== undefined) return kept.trim();
  const made = randomBytes(48).toString("base64url");
  // Whole or not at all: half a key would lock every stored secret away.
  await writeFile(`${path}.new`, `${made}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
  return made;
}
