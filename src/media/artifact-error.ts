import { EaselError } from "../lib/errors.ts";
import type { ArtifactFlaw } from "../core/job/failure.ts";

/** What is known of a file that can't be used. */
interface FlawFacts {
  /** The type of file that came, as people call it. */
  readonly found?: string | undefined;
  /** The gateway's id of the request that brought the file. */
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** The gateway sent something that is not the picture or clip it made, and would most likely send the same again. */
export class ArtifactError extends EaselError {
  readonly flaw: ArtifactFlaw;
  readonly found: string | undefined;
  readonly requestId: string | undefined;

  constructor(flaw: ArtifactFlaw, { found, requestId, cause }: FlawFacts = {}) {
    super(`artifact_${flaw}`, found === undefined ? `artifact: ${flaw}` : `artifact: ${flaw}, found ${found}`, {
      cause,
    });
    this.flaw = flaw;
    this.found = found;
    this.requestId = requestId;
  }
}
