import { crc32 } from "node:zlib";
import type { PictureFormat } from "../image/image-job.ts";

/** A square of 16 pixels in one colour, in each format: served by `--media tiny`. */
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

/** Where the three bytes of a PNG's one colour are: after the signature, the header, and the length and type of their chunk. */
const PNG_COLOUR_AT = 41;
const PNG_COLOUR_BYTES = 3;
/** The mark that starts a JPEG. */
const JPEG_HEAD_BYTES = 2;

/**
 * The same `mediaId` always gives the same bytes. Different ids give PNGs of different colours, which survive the removal of
 * metadata, and JPEGs with different comments. All WebP files are identical.
 */
export function tinyPicture(format: PictureFormat, mediaId: string): Buffer {
  const file = TINY[format];
  if (format === "png") return inColour(file, mediaId);
  if (format === "jpeg") return withPart(file, JPEG_HEAD_BYTES, jpegComment(mediaId));
  return file;
}

function withPart(file: Buffer, at: number, part: Buffer): Buffer {
  return Buffer.concat([file.subarray(0, at), part, file.subarray(at)]);
}

/** The palette's one entry, and the checksum after it. (PNG specification, 11.2.2.) */
function inColour(file: Buffer, mediaId: string): Buffer {
  const coloured = Buffer.from(file);
  const end = PNG_COLOUR_AT + PNG_COLOUR_BYTES;
  coloured.writeUIntBE(crc32(mediaId) % 0x1_00_00_00, PNG_COLOUR_AT, PNG_COLOUR_BYTES);
  coloured.writeUInt32BE(crc32(coloured.subarray(PNG_COLOUR_AT - 4, end)), end);
  return coloured;
}

/** A `COM` segment. (ITU-T T.81, B.2.4.5.) */
function jpegComment(text: string): Buffer {
  const data = Buffer.from(text, "latin1");
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([head, data]);
}
