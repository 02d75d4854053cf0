import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv, TextDecoder } from "node:util";
import { ConfigError, rootCode } from "../lib/errors.ts";

/**
 * Adds the variables of `.env` in the folder to those that are not set; the file may be missing. Node's own loader would take a
 * byte order mark as part of the first name, and find nothing in UTF-16: a password would be silently ignored. Throws a
 * `ConfigError` that says how to fix the file.
 */
export function loadEnvFile(environment: NodeJS.ProcessEnv, folder: string): void {
  const content = readEnvFile(join(folder, ".env"));
  if (content === undefined) return;
  for (const [name, value] of Object.entries(parseEnv(decoded(content)))) environment[name] ??= value;
}

function readEnvFile(path: string): Uint8Array | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = rootCode(error);
    if (code === "ENOENT") return undefined;
    // Docker creates a folder in place of a missing file.
    if (code === "EISDIR") throw mistake("is a folder; remove it, and create a file with that name.", error);
    throw mistake(
      `can't be read (${code ?? "for no known reason"}); make it readable for the user who runs Easel.`,
      error,
    );
  }
}

function decoded(content: Uint8Array): string {
  const inUtf8 = "is not written in UTF-8, so Easel can't read it; save it again with that encoding.";
  // UTF-16 without a mark is valid UTF-8 with zeros.
  if (content.includes(0)) throw mistake(inUtf8);
  try {
    // Removes a byte order mark.
    return new TextDecoder("utf-8", { fatal: true }).decode(content);
  } catch (error) {
    throw mistake(inUtf8, error);
  }
}

function mistake(what: string, cause?: unknown): ConfigError {
  return new ConfigError(".env", `.env ${what}`, cause);
}
