import type { Reference } from "../../../src/core/request/reference.ts";

/** References as the intake returns them. */
export function aPicture(changes: Partial<Reference> = {}): Reference {
  return { kind: "image", hash: "1".repeat(64), mimeType: "image/png", name: "fox.png", bytes: 1_000, ...changes };
}

export function aClip(seconds: number, changes: Partial<Reference> = {}): Reference {
  return {
    kind: "video",
    hash: "2".repeat(64),
    mimeType: "video/mp4",
    name: "fox.mp4",
    bytes: 1_000,
    seconds,
    ...changes,
  };
}

export function aSound(changes: Partial<Reference> = {}): Reference {
  return { kind: "audio", hash: "3".repeat(64), mimeType: "audio/mpeg", name: "fox.mp3", bytes: 1_000, ...changes };
}
