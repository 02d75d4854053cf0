import type { Reference } from "./reference.ts";

/** A file in the media store that replaces a data URL in a stored body. */
export interface StoredMedia {
  /** SHA-256 in hex: the content's name in the store. */
  readonly hash: string;
  readonly mimeType: string;
}

/** `easel-media:<SHA-256 of the content>:<mime type>`. */
const PLACEHOLDER = /^easel-media:([\da-f]{64}):([\w.+-]{1,60}\/[\w.+-]{1,60})$/;

/** Replaces a data URL until the body is sent; the bytes stay in the media store. */
export function storedMediaPlaceholder({ hash, mimeType }: Pick<Reference, "hash" | "mimeType">): string {
  return `easel-media:${hash}:${mimeType}`;
}

/** Parses a placeholder; undefined for anything else. */
export function readPlaceholder(value: unknown): StoredMedia | undefined {
  const [, hash, mimeType] = (typeof value === "string" && PLACEHOLDER.exec(value)) || [];
  return hash === undefined || mimeType === undefined ? undefined : { hash, mimeType };
}

/** Whether a body may contain placeholders: a quick check before parsing it. */
export function mayHoldPlaceholders(body: string): boolean {
  return body.includes("easel-media:");
}
