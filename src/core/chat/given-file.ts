import type { FileKind } from "../request/reference.ts";
import type { Attachment } from "./event.ts";

/** An attached file, a link, or one of our own results. */
export interface GivenFile extends Attachment {
  /** `source` is a link that a member wrote. */
  readonly link?: true;
  /** `source` is the file's name in the media store. */
  readonly kept?: true;
  /** The kind that its option takes, if narrower than the command's. */
  readonly kind?: FileKind;
}
