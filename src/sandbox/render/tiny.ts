import { crc32 } from "node:zlib";
import type { PictureFormat } from "../image/job.ts";

/** A square of 16 pixels in one colour, in each format: what `--media tiny` serves. */
const TINY: Readonly<Record<PictureFormat, Buffer>> = {
  png: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAA1BMVEXUZnxH7lEAAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQYlWNgGAUMSAAAARAAAVGhZwQAAAAASUVORK5CYII=",
    "base64",
  ),
  jpeg: Buffer.from(
    "/9j/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAQABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAwX/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCwAl5//9k=",
    "base64",
  ),
  webp: Buffer.from("UklGRjIAAABXRUJQVlA4ICYAAABwAQCdASoQABAAAoBCJaACdAFAAAD+pNCMNGv/xvH+u7/KLegAAA==", "base64"),
};

/** The signature and the header, which are always the first of a PNG. */
const PNG_HEAD_BYTES = 33;
/** The mark that starts a JPEG. */
const JPEG_HEAD_BYTES = 2;

/**
 * The same `mediaId` always gives the same bytes, and another one others, so that it can be told which is which: a comment
 * within the file says it. All WebP files are the same: they have no room for a comment.
 */
export function tinyPicture(format: PictureFormat, mediaId: string): Buffer {
  const file = TINY[format];
  if (format === "png") return withPart(file, PNG_HEAD_BYTES, pngText(mediaId));
  if (format === "jpeg") return withPart(file, JPEG_HEAD_BYTES, jpegComment(mediaId));
  return file;
}

function withPart(file: Buffer, at: number, part: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);
}

/** A `tEXt` chunk. (PNG specification, 11.3.3.2.) */
function pngText(text: string): Buffer {
  const data = Buffer.from(`tEXtComment\0${text}`, "latin1");
  const chunk = Buffer.alloc(data.length + 8);
  chunk.writeUInt32BE(data.length - 4, 0);
  data.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(data), data.length + 4);
  return chunk;
}

/** A `COM` segment. (ITU-T T.81, B.2.4.5.) */
function jpegComment(text: string): Buffer {
  const data = Buffer.from(text, "latin1");
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
