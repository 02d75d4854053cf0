import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { CopyError } from "../../db/backup/copy-error.ts";

/** Incremented when an older Easel can't restore a newer one's copies. */
const FORMAT = 1;

const Manifest = z.object({
  format: z.literal(FORMAT),
  /** The version of Easel that made the copy. */
  easel: z.string(),
  database: z.object({
    copiedAt: z.coerce.date(),
    migrations: z.number().int(),
    tables: z
      .array(z.object({ name: z.string(), columns: z.array(z.string()).readonly(), rows: z.number().int() }))
      .readonly(),
    sealedWith: z.array(z.string()).readonly(),
  }),
  /** Contents of the media store; null if they were left out. */
  media: z
    .array(z.object({ hash: z.string(), bytes: z.number().int() }))
    .readonly()
    .nullable(),
});

/** `manifest.json`: what a copy contains. Written last, so a folder without one is not a complete copy. */
export type Manifest = Readonly<z.infer<typeof Manifest>>;

/** Where the parts of a copy are. */
export function placesIn(folder: string): {
  readonly manifest: string;
  readonly database: string;
  readonly media: string;
} {
  return {
    manifest: join(folder, "manifest.json"),
    database: join(folder, "database"),
    media: join(folder, "media"),
  };
}

export async function writeManifest(folder: string, manifest: Omit<Manifest, "format">): Promise<void> {
  const { manifest: path } = placesIn(folder);
  await writeFile(`${path}.new`, `${JSON.stringify({ format: FORMAT, ...manifest })}\n`, { mode: 0o600, flush: true });
  await rename(`${path}.new`, path);
}

/** Throws a `CopyError` if the folder doesn't contain a complete copy that this Easel can read. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(placesIn(folder).manifest, "utf8").catch((error: unknown) => {
    throw new CopyError(`${folder} holds no complete copy: it has no manifest.json`, error);
  });
  const contents = readJson(text, folder);
  try {
    return Manifest.parse(contents);
  } catch (error) {
    throw new CopyError(
      `${folder}: manifest.json can't be read by this Easel; use the version that made the copy`,
      error,
    );
  }
}

function readJson(text: string, folder: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CopyError(`the copy is damaged: ${placesIn(folder).manifest} is not JSON; use another copy`, error);
  }
}
