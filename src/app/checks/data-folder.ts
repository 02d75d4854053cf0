import { access, constants } from "node:fs/promises";

/** Whether a folder exists and can be written. */
export async function writable(folder: string): Promise<"yes" | "no" | "missing"> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return "yes";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT" ? "missing" : "no";
  }
}
