import type { Reference } from "./reference.ts";

/** Content of the media store that stands for a data URL in a stored body. */
export interface StoredMedia {
  /** SHA-256 in hex: the content's name in the store. */
  readonly hash: string;
  readonly mimeType: string;
}

/** `easel-media:<SHA-256 of the content>:<mime type>`. */
const PLACEHOLDER = /^easel-media:([\da-f]{64}):([\w.+-]{1,60}\/[\w.+-]{1,60})$/;

/** Stands for a data URL until the body is sent: the bytes themselves stay in the media store. */
export function storedMediaPlaceholder({ hash, mimeType }: Pick<Reference, "hash" | "mimeType">): string {
  return `easel-media:${hash}:${mimeType}`;
}

/** What a placeholder stands for; undefined for anything else. */
export function readPlaceholder(value: unknown): StoredMedia | undefined {
  const [, hash, mimeType] = (typeof value === "string" && PLACEHOLDER.exec(value)) || [];
  return hash === undefined || mimeType === undefined ? undefined : { hash, mimeType };
}

/** Whether there may be placeholders in a body: a quick look, before it is taken apart. */
export function mayHoldPlaceholders(body: string): boolean {
  return body.includes("easel-media:");
}
