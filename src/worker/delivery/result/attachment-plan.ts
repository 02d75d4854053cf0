import type { ArtifactContent } from "../../../core/delivery/delivery-store.ts";
import type { ResultLink } from "./result-links.ts";

/** How one artifact goes out with its post. */
export interface PlannedAttachment {
  /** What is uploaded: the artifact, or a smaller version of it. Undefined: it does not go out as a file. */
  readonly file: ArtifactContent | undefined;
  /** Where the artifact is, when it isn't the file; undefined also where Easel has no address for that. */
  readonly link: ResultLink | undefined;
  /** It is no longer kept. */
  readonly gone?: true;
}

/** How the artifacts of one post go out, by job; the pictures that an undone edit was made from by their hash. */
export type AttachmentPlan = ReadonlyMap<string, PlannedAttachment>;
