import type { VideoSamplePixelFormat } from "mediabunny";

/** One of the three planes of a frame: lightness, or one of two for colour. One byte per value. */
export interface Plane {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Bytes from one row to the next. */
  readonly stride: number;
  readonly columns: number;
  readonly rows: number;
}

/** How many pixels share a colour value, across and down, and how many bits a value has. */
interface Layout {
  readonly across: 1 | 2;
  readonly down: 1 | 2;
  readonly bits: number;
}

/** Separate planes: half the colours, two thirds, or all of them, with 8 bits or more; possibly followed by transparency. */
const PLANAR = /^I(420|422|444)A?(?:P(10|12))?$/;

/**
 * The planes of a frame whose colours are separate from its lightness; undefined for any other layout. More than 8 bits are
 * cut, and transparency is dropped: H.264 as posted has neither.
 */
export function planesOf(
  format: VideoSamplePixelFormat,
  frame: { readonly pixels: Buffer<ArrayBuffer>; readonly layout: readonly { offset: number; stride: number }[] },
  size: { readonly width: number; readonly height: number },
): readonly Plane[] | undefined {
  const layout = layoutOf(format);
  const [first, ...others] = frame.layout;
  if (!layout || !first) return undefined;
  const columns = Math.ceil(size.width / layout.across);
  const rows = Math.ceil(size.height / layout.down);
  const partOf = ({ offset, stride }: { offset: number; stride: number }, height: number) => ({
    bytes: frame.pixels.subarray(offset, offset + stride * height),
    stride,
  });
  const light = narrowed({ ...partOf(first, size.height), columns: size.width, rows: size.height }, layout.bits);
  if (format === "NV12") {
    const [both] = others;
    return both && [light, ...[0, 1].map((which) => everySecond({ ...partOf(both, rows), columns, rows }, which))];
  }
  const colours = others.slice(0, 2).map((one) => narrowed({ ...partOf(one, rows), columns, rows }, layout.bits));
  return colours.length === 2 ? [light, ...colours] : undefined;
}

function layoutOf(format: VideoSamplePixelFormat): Layout | undefined {
  if (format === "NV12") return { across: 2, down: 2, bits: 8 };
  const [, colours, bits = "8"] = PLANAR.exec(format) ?? [];
  if (colours === undefined) return undefined;
  return { across: colours === "444" ? 1 : 2, down: colours === "420" ? 2 : 1, bits: Number(bits) };
}

/** The upper 8 bits of values that take two bytes each, the lower byte first. */
function narrowed(plane: Plane, bits: number): Plane {
  if (bits === 8) return plane;
  const { bytes, stride, columns, rows } = plane;
  const narrow = new Uint8Array(columns * rows);
  const wide = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      narrow[row * columns + column] = wide.getUint16(row * stride + column * 2, true) >> (bits - 8);
    }
  }
  return { bytes: narrow, stride: columns, columns, rows };
}

/** One of two planes whose values alternate. */
function everySecond({ bytes, stride, columns, rows }: Plane, first: number): Plane {
  const one = new Uint8Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      one[row * columns + column] = bytes[row * stride + column * 2 + first] ?? 0;
    }
  }
  return { bytes: one, stride: columns, columns, rows };
}
