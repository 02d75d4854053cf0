import type { ArtifactContent } from "../../../core/delivery/delivery-store.ts";
import type { ResultLink } from "./result-links.ts";

/** How one artifact is sent with its post. */
export interface PlannedAttachment {
  /** The file to upload: the artifact, or a smaller version of it. Undefined if it is not sent as a file. */
  readonly file: ArtifactContent | undefined;
  /** A link to the artifact, if the file differs; undefined if Easel has no address for it. */
  readonly link: ResultLink | undefined;
  /** The artifact is no longer stored. */
  readonly gone?: true;
}

/** How the artifacts of one post are sent, by job id. For an undo, how the original pictures are sent, by hash. */
export type AttachmentPlan = ReadonlyMap<string, PlannedAttachment>;
