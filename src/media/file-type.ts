import type { FileKind } from "../core/request/reference.ts";

/** A type of file that is accepted, or can be converted to an accepted one. */
export interface FileType {
  readonly kind: FileKind;
  readonly mimeType: MimeType;
  /** The name that people use. */
  readonly name: string;
  /** The extensions of its names; the first is the one that we write. */
  readonly extensions: readonly [string, ...string[]];
  /** Set if the gateway doesn't accept the type, so the file becomes a PNG. */
  readonly converted?: true;
  /**
   * Set if the decoder is usually missing (`src/media/inspect/picture.ts`). No platform offers the type: iPhones then send
   * their photos as JPEG.
   */
  readonly isUnoffered?: true;
}

export type MimeType =
  | "image/png"
  | "image/jpeg"
  | "image/webp"
  | "image/gif"
  | "image/avif"
  | "image/heic"
  | "video/mp4"
  | "video/quicktime"
  | "video/webm"
  | "audio/mpeg"
  | "audio/wav";

/**
 * Pictures are those of `edit_unsupported_image_type` (`docs/gateway.md#images-error-codes`). Audio of form M is MP3; form P
 * names no type (`docs/gateway.md#videos-canonical-variants`), and WAV is what recorders produce. The contracts name no clip
 * types: these are the ones that cameras and browsers produce.
 */
export const FILE_TYPES: readonly FileType[] = [
  { kind: "image", mimeType: "image/png", name: "PNG", extensions: ["png"] },
  { kind: "image", mimeType: "image/jpeg", name: "JPEG", extensions: ["jpg", "jpeg", "jpe", "jfif"] },
  { kind: "image", mimeType: "image/webp", name: "WebP", extensions: ["webp"] },
  { kind: "image", mimeType: "image/gif", name: "GIF", extensions: ["gif"], converted: true },
  { kind: "image", mimeType: "image/avif", name: "AVIF", extensions: ["avif"], converted: true },
  {
    kind: "image",
    mimeType: "image/heic",
    name: "HEIC",
    extensions: ["heic", "heif"],
    converted: true,
    isUnoffered: true,
  },
  { kind: "video", mimeType: "video/mp4", name: "MP4", extensions: ["mp4", "m4v"] },
  { kind: "video", mimeType: "video/quicktime", name: "MOV", extensions: ["mov", "qt"] },
  { kind: "video", mimeType: "video/webm", name: "WebM", extensions: ["webm"] },
  { kind: "audio", mimeType: "audio/mpeg", name: "MP3", extensions: ["mp3"] },
  { kind: "audio", mimeType: "audio/wav", name: "WAV", extensions: ["wav", "wave"] },
];

/** The type to suggest when a file of that kind is unsupported. */
export const SAVE_AS: Record<FileKind, string> = { image: "PNG", video: "MP4", audio: "MP3" };

/** The type with that MIME type; undefined for types that are not accepted. */
export function findFileType(mimeType: string): FileType | undefined {
  return FILE_TYPES.find((type) => type.mimeType === mimeType);
}

/** The types of those kinds that people are told to use. */
export function offeredTypes(kinds: readonly FileKind[]): readonly FileType[] {
  return FILE_TYPES.filter((type) => !type.isUnoffered && kinds.includes(type.kind));
}
