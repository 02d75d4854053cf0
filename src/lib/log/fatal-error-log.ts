import { ConfigError } from "../errors.ts";
import { createLog } from "./log.ts";
import { createLineRedaction } from "./redact.ts";

/** Writes the reason why the process ends to standard error, in one line without secrets. */
export interface FatalErrorLog {
  /** Why the start failed: in plain words if a person can fix it, otherwise as a log line. */
  ofStart(error: unknown): void;
  /** Writes an uncaught error in the same way, and then ends the process. */
  watchProcess(): void;
}

/** `secrets` returns values that must never be written. */
export function createFatalErrorLog(secrets: () => readonly string[]): FatalErrorLog {
  const unforeseen = (error: unknown, words: string): void => {
    const err = error instanceof Error ? error : new Error(`a value that is not an error was thrown: ${typeof error}`);
    createLog("fatal", undefined, { secrets: secrets() }).fatal({ err }, words);
  };
  return {
    ofStart(error) {
      if (!(error instanceof ConfigError)) return unforeseen(error, "Easel can't start");
      const line = error.message.replaceAll(/\s*\n\s*/g, " ");
      process.stderr.write(`Easel can't start. ${createLineRedaction(secrets())(line)}\n`);
    },
    watchProcess() {
      const end = (error: unknown): void => {
        unforeseen(error, "Easel is stopping because of an uncaught error");
        process.exit(1);
      };
      process.on("uncaughtException", end);
      process.on("unhandledRejection", end);
    },
  };
}
