import type { MessageRef } from "../chat/conversation.ts";

/** The port to the lineage of results: what they were made from, and what was made from them. */
export interface LineageStore {
  /**
   * The lineage of a picture or clip that a message shows. Empty for a file that is no result and was not used for one. The
   * caller leaves out messages that the reader can't see.
   */
  lineageOf(message: MessageRef, shown: ShownFile): Promise<Lineage>;
}

/** A picture or clip in a message. */
export interface ShownFile {
  /** The number of its job, if it is a result; 1 if it is the only one. */
  readonly ordinal: number;
  /** Its content's name in the media store. */
  readonly hash: string;
}

/** A result of ours, as a message shows it. */
export interface ShownResult {
  readonly messageId: string;
  readonly ordinal: number;
}

export interface Lineage {
  /** The results that it was made from, in order. */
  readonly parents: readonly ShownResult[];
  /** The first file that it was made from, to show before and after. Undefined if no message shows it, or it is borrowed. */
  readonly edited: ShownResult | { readonly hash: string } | undefined;
  /** The contents of people's files that it was made from, in order; without borrowed ones, which Easel never shows. */
  readonly references: readonly string[];
  /** The message that requested it, which may show those files. */
  readonly requestMessage: string | undefined;
  /** The results that were made from it, oldest first. Only the oldest ones, if there are many. */
  readonly children: readonly ShownResult[];
}
