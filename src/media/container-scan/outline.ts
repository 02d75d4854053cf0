/** A file's structure, without decoding anything. */
export interface Outline {
  /** Where the content ends. Bytes after it belong to something else. */
  readonly end: number;
  /** Pixels of a picture as its header claims, not rotated. Undefined if only the decoder can determine them. */
  readonly width?: number;
  readonly height?: number;
  /** The length of an audio file. Undefined if only the inspector can determine it. */
  readonly seconds?: number;
}
