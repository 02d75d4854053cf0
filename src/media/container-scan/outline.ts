/** What a file's own structure says, without decoding anything. */
export interface Outline {
  /** Where the content ends. Bytes behind it belong to something else. */
  readonly end: number;
  /** Pixels of a picture as its header claims, not turned; undefined where that is left to the decoder. */
  readonly width?: number;
  readonly height?: number;
  /** How long a sound is; undefined where that is left to the inspector. */
  readonly seconds?: number;
}
