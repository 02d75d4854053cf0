import { MediaMissingError } from "./media-store.ts";

/** A content's SHA-256 in hex. */
const HASH = /^[0-9a-f]{64}$/;
/** A content's hash, or the name of one of its thumbnails. */
const NAME = /^[0-9a-f]{64}(?:-[1-9][0-9]{0,3})?$/;

/** The name by which a store's `open` and `size` find a picture's thumbnail. `width`: in pixels, up to four digits. */
export function thumbnailName(hash: string, width: number): string {
  return `${hash}-${width}`;
}

/**
 * Where a store keeps a content, `ab/abcdef…`, or its thumbnail, `ab/abcdef…-320`. Throws a `MediaMissingError` for anything
 * else, because the name becomes part of a path.
 */
export function placeOf(name: string): string {
  if (!NAME.test(name)) throw new MediaMissingError(name);
  return `${name.slice(0, 2)}/${name}`;
}

/** How the places of a content's thumbnails begin: `ab/abcdef…-`. Throws as `placeOf` does. */
export function thumbnailPrefix(hash: string): string {
  if (!HASH.test(hash)) throw new MediaMissingError(hash);
  return `${placeOf(hash)}-`;
}
