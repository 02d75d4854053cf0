/** A file's structure, without decoding anything. */
export interface Outline {
  /** Where the content ends. Bytes after it belong to something else. */
  readonly end: number;
  /** Pixels of a picture as its header claims, not rotated. Undefined if the decoder finds them out. */
  readonly width?: number;
  readonly height?: number;
  /** The length of an audio file. Undefined if the inspector finds it out. */
  readonly seconds?: number;
}
