import type { FileView } from "../../../platforms/console/api/api.ts";
import type { LineageView } from "../../../platforms/console/api/lineage.ts";
import type { MessagePlace } from "../../../platforms/console/api/message-link.ts";

/** The picture or clip in the lightbox, with the others of its kind in its message. */
export interface Enlarged {
  readonly message: MessagePlace & {
    readonly isEasel: boolean;
    /** Whether it is a private answer or a progress message, whose pictures are not results. */
    readonly isAnswer?: boolean;
  };
  readonly files: readonly FileView[];
  readonly shown: number;
}

/** The props of an enlarged picture or clip. */
export interface EnlargedFileProps {
  readonly file: FileView;
  readonly message: Enlarged["message"];
  /** Undefined until it is known. */
  readonly lineage: LineageView | undefined;
  /** A form lies over the lightbox and handles the keys. */
  readonly isCovered: boolean;
  /** Shows the next (1) or previous (-1) file. Undefined if there is only one. */
  readonly onStep: ((by: 1 | -1) => void) | undefined;
  /** Shows another file instead; undefined closes the lightbox. */
  readonly onShow: (next: Enlarged | undefined) => void;
  /** Closes the lightbox and begins a reply to its message. */
  readonly onReply: () => void;
}
