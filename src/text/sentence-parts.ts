/** How many pictures were asked for, and how many there are. */
export interface ResultText {
  readonly made: number;
  readonly asked: number;
}

/** What is said of one picture of several. */
export interface ItemText {
  readonly ordinal: number;
  readonly of: number;
  readonly text: string;
}
