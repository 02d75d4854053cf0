import { FOLDER_FIXES } from "../../lib/data-folder/folder-fixes.ts";
import { ConfigError } from "../../lib/errors.ts";
import { InitdbError } from "./initdb.ts";
import { ServerStartError } from "./postgres-server.ts";

/** The fix for each system error while folders and files are created. */
const FIXES: Readonly<Record<string, string>> = {
  ...FOLDER_FIXES,
  ENOENT: "a file of the database is missing: restore it, or set DATA_DIR to another folder",
};

/** Turns a failed start into one line for a person. Returns aborts and `ConfigError`s unchanged. */
export function explainStartFailure(error: unknown, dataDir: string): unknown {
  if (error instanceof ConfigError || !(error instanceof Error) || error.name === "AbortError") return error;
  if (error instanceof InitdbError) return explainOutput(error.message, error, dataDir);
  if (error instanceof ServerStartError) return explainOutput(error.output, error, dataDir);
  if ("syscall" in error && String(error.syscall).startsWith("spawn")) {
    return new ConfigError(
      "DATABASE_URL",
      `PostgreSQL's programs can't be run here (${error.message}; they need Linux with glibc, and root must be allowed to change the user): set DATABASE_URL to a PostgreSQL server.`,
      error,
    );
  }
  if ("code" in error && typeof error.code === "string" && error.code in FIXES) {
    return new ConfigError("DATA_DIR", `DATA_DIR ${dataDir}: ${FIXES[error.code]} (${error.message}).`, error);
  }
  return error;
}

/** Explains the output of PostgreSQL's programs. */
function explainOutput(said: string, cause: Error, dataDir: string): ConfigError {
  const why = reason(said) ?? cause.message;
  if (/No space left on device|wrote only \d+ of \d+ bytes|Check free disk space/.test(said)) {
    return new ConfigError("DATA_DIR", `DATA_DIR ${dataDir}: ${FIXES["ENOSPC"]} (${why}).`, cause);
  }
  if (/user does not exist|could not look up effective user/.test(said)) {
    return new ConfigError(
      "DATABASE_URL",
      `PostgreSQL needs a user with a name, and user ${process.geteuid?.()} has none in /etc/passwd: start Easel as another user, or set DATABASE_URL to a PostgreSQL server.`,
      cause,
    );
  }
  return new ConfigError(
    "DATA_DIR",
    `DATA_DIR ${dataDir}: the embedded database does not start (${why}): fix that, or set DATA_DIR to another folder, or DATABASE_URL to a PostgreSQL server.`,
    cause,
  );
}

/** The line that gives the reason: the server's FATAL or PANIC, or initdb's error. */
function reason(said: string): string | undefined {
  const lines = said.split("\n").filter((line) => line.trim() !== "");
  const telling = lines.find((line) => /\b(?:FATAL|PANIC|error):/.test(line)) ?? lines.at(-1);
  return telling?.replace(/^.*\b(?:FATAL|PANIC|error):\s*/, "");
}
