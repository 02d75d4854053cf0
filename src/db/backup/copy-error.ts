import { EaselError } from "../../lib/errors.ts";

/** A copy can't be made or restored. The message, in one line, says why and what to do. */
export class CopyError extends EaselError {
  constructor(message: string, cause?: unknown) {
    super("copy", message, { cause });
  }
}
