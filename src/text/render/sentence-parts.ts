/** What a sentence speaks of. */
export type Thing = "image" | "video";

/** How many things were asked for, and how many there are. */
export interface ResultText {
  readonly thing: Thing;
  readonly made: number;
  readonly asked: number;
}

/** What is said of some of several. */
export interface ItemText {
  readonly thing: Thing;
  readonly ordinals: readonly number[];
  readonly of: number;
  readonly text: string;
}

/** Does a quotation end its sentence by itself? */
export function isWhole(words: string): boolean {
  return /[.!?…。！？]$/.test(words);
}
