import { EaselError } from "../lib/errors.ts";
import type { ArtifactFlaw } from "../core/job/failure.ts";

/** Details of an unusable file. */
interface FlawFacts {
  /** The type of the received file, in words. */
  readonly found?: string | undefined;
  /** The gateway's id of the request that brought the file. */
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** The gateway sent something other than the picture or clip it made, and would most likely do so again. */
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
