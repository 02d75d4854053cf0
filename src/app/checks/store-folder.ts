import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FolderTrouble } from "../../core/account/doctor.ts";
import { writable } from "./data-folder.ts";

/** Writes, reads and deletes a file in the folder of the media store. Undefined if all of that works. */
export async function folderTrouble(folder: string): Promise<FolderTrouble | undefined> {
  const state = await writable(folder);
  if (state === "missing") return "missing";
  if (state === "no") return "denied";
  const path = join(folder, `check-${randomUUID()}`);
  try {
    await writeFile(path, path, { mode: 0o600 });
    return (await readFile(path, "utf8")) === path ? undefined : "unreliable";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOSPC" ? "full" : "unreliable";
  } finally {
    await rm(path, { force: true });
  }
}
