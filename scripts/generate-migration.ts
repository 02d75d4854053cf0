import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

const META = join(import.meta.dirname, "../migrations/meta");

/**
 * Generates a migration from a changed `src/db/schema`; the arguments go to drizzle-kit. Keeps only the newest snapshot: each
 * describes the whole schema, and drizzle-kit compares only with the newest.
 */
const { status } = spawnSync("drizzle-kit", ["generate", ...process.argv.slice(2)], { stdio: "inherit" });
if (status === 0) {
  const snapshots = readdirSync(META).filter((file) => file.endsWith("_snapshot.json"));
  for (const older of snapshots.toSorted().slice(0, -1)) rmSync(join(META, older));
}
process.exitCode = status ?? 1;
