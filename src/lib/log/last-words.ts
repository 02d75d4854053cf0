import { ConfigError } from "../errors.ts";
import { createLog } from "./log.ts";
import { createLineRedaction } from "./redact.ts";

/** Says on standard error, in one line without anything secret, why the process ends. */
export interface LastWords {
  /** Why the start ended: what a person can fix in plain words, anything else as a line of the log. */
  ofStart(error: unknown): void;
  /** From now on, errors that nobody catches are said like this too, and end the process. */
  watchProcess(): void;
}

/** `secrets`: values that must not be said, wherever they stand. */
export function createLastWords(secrets: () => readonly string[]): LastWords {
  const unforeseen = (error: unknown, words: string): void => {
    const err = error instanceof Error ? error : new Error(`something that is no error was thrown: ${typeof error}`);
    createLog("fatal", undefined, secrets()).fatal({ err }, words);
  };
  return {
    ofStart(error) {
      if (!(error instanceof ConfigError)) return unforeseen(error, "Easel can't start");
      const line = error.message.replaceAll(/\s*\n\s*/g, " ");
      process.stderr.write(`Easel can't start. ${createLineRedaction(secrets())(line)}\n`);
    },
    watchProcess() {
      const end = (error: unknown): void => {
        unforeseen(error, "Easel ends because of an error that nobody caught");
        process.exit(1);
      };
      process.on("uncaughtException", end);
      process.on("unhandledRejection", end);
    },
  };
}
