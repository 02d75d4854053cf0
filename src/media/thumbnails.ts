import { addAbortListener } from "node:events";
import { buffer } from "node:stream/consumers";
import type { Clock } from "../lib/clock.ts";
import { INTAKE_BYTES, THUMBNAIL_WIDTHS } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";
import { knownType, maxPixelsOf } from "./examine.ts";
import { createFairQueue, type TurnOf } from "./fair-queue.ts";
import type { Inspector } from "./inspect/inspector.ts";
import { thumbnailName } from "./store/content-name.ts";
import {
  MediaFullError,
  type ServedMedia,
  type StoredMedia,
  type Thumbnail,
  type ThumbnailStore,
} from "./store/media-store.ts";
import type { Staging } from "./store/staging.ts";

/** Pictures that get thumbnails concurrently: one, so that results never wait for all inspecting processes. */
const PICTURES_AT_ONCE = 1;
/** Pictures that can wait: several screens full. Beyond that, the pictures themselves are shown. */
export const PICTURES_WAITING = 200;
/**
 * How long a request for a thumbnail waits. A browser loads six pictures concurrently, and even large ones are ready by then. A
 * hostile one must not block all of a page's connections.
 */
export const THUMBNAIL_WAIT_MS = 5_000;
/** How long to make no thumbnails after one did not fit on the disk: the next ones would be decoded in vain, too. */
export const THUMBNAIL_NO_ROOM_MS = 30_000;
/** The width of a preview in pixels. Enlarged, it shows blurred colours, in a few hundred bytes. */
const PREVIEW_WIDTH = 16;
/** Thumbnails remembered as impossible, so that their pictures are decoded once: about a megabyte. */
const IMPOSSIBLE_REMEMBERED = 10_000;

/** A stored thumbnail: `name` opens it in the media store. */
interface FoundThumbnail {
  readonly name: string;
  readonly bytes: number;
}

/** Small versions of stored pictures, as WebP. Each is made when it is first asked for, and kept as long as its picture. */
export interface Thumbnails extends AsyncDisposable {
  /**
   * The thumbnail of a stored picture, of one of the `THUMBNAIL_WIDTHS`. All widths of a picture are made together, once for all
   * callers. Members take turns. Undefined if there is none, so the picture itself must be shown: it is too small, damaged,
   * animated or not a picture, the wait takes too long, the disk is full, or the signal is aborted. Rejects only if the store
   * can't be read.
   */
  find(picture: StoredMedia, width: number, by: TurnOf, signal: AbortSignal): Promise<FoundThumbnail | undefined>;
  /**
   * A tiny version of a picture that has thumbnails: a WebP to show until one of them has loaded. Undefined without thumbnails.
   */
  preview(hash: string): Promise<Buffer | undefined>;
}

interface Parts {
  readonly store: ThumbnailStore;
  /** The same contents, for serving. */
  readonly served: ServedMedia;
  /** Where pictures are while they are decoded. */
  readonly staging: Staging;
  /** It also takes turns, which bounds what decoding costs. */
  readonly inspector: Pick<Inspector, "thumbnails">;
  readonly clock: Pick<Clock, "after" | "elapsed">;
  readonly log: Logger;
}

/** Disposing it stops the work in progress. */
export function createThumbnails({ store, served, staging, inspector, clock, log }: Parts): Thumbnails {
  const ending = new AbortController();
  const turns = createFairQueue(PICTURES_AT_ONCE);
  /** By the hash of the picture. */
  const underWay = new Map<string, Promise<void>>();
  const impossible = new Set<string>();
  let fullUntil = -Infinity;
  const isFull = (): boolean => clock.elapsed() < fullUntil;

  const stored = async (name: string): Promise<FoundThumbnail | undefined> => {
    const bytes = await served.size(name);
    return bytes === undefined ? undefined : { name, bytes };
  };

  const make = async ({ hash, bytes }: StoredMedia, by: TurnOf): Promise<readonly Thumbnail[]> => {
    const { signal } = ending;
    if (bytes > INTAKE_BYTES) return [];
    await using staged = await staging.stage(() => store.open(hash), { maxBytes: INTAKE_BYTES, signal });
    // The decoder would also read vector graphics and other types, which must not reach it.
    const type = await knownType(staged, signal);
    if (type?.kind !== "image") return [];
    const order = { path: staged.path, maxPixels: maxPixelsOf(type), widths: [PREVIEW_WIDTH, ...THUMBNAIL_WIDTHS] };
    const facts = await inspector.thumbnails({ task: "thumbnails", ...order }, by, signal);
    const made = "flaw" in facts ? [] : facts.thumbnails;
    // A picture that is shown itself needs no preview either.
    return made.some(({ width }) => width !== PREVIEW_WIDTH) ? made : [];
  };

  const makeInTurn = async (picture: StoredMedia, wanted: string, by: TurnOf): Promise<void> => {
    const { hash } = picture;
    const endTurn = await turns.take(by, ending.signal);
    try {
      // Another process may have made them meanwhile.
      if (isFull() || (await stored(wanted))) return;
      const made = await make(picture, by);
      if (made.length > 0) await store.keepThumbnails(hash, made);
      const missing = THUMBNAIL_WIDTHS.filter((width) => made.every((one) => one.width !== width));
      for (const width of missing) remember(impossible, thumbnailName(hash, width));
    } catch (error) {
      // Before the next one has its turn.
      if (error instanceof MediaFullError) fullUntil = clock.elapsed() + THUMBNAIL_NO_ROOM_MS;
      throw error;
    } finally {
      endTurn();
    }
  };

  const begin = (picture: StoredMedia, wanted: string, by: TurnOf): Promise<void> => {
    const { hash } = picture;
    const work = makeInTurn(picture, wanted, by)
      .catch((error: unknown) => {
        if (!ending.signal.aborted) log.warn({ err: error }, "no thumbnails were made, so the picture itself is shown");
      })
      .finally(() => underWay.delete(hash));
    underWay.set(hash, work);
    return work;
  };

  return {
    async find(picture, width, by, signal) {
      const { hash } = picture;
      const name = thumbnailName(hash, width);
      const found = await stored(name);
      if (found || impossible.has(name)) return found;
      const mayBegin = underWay.size < PICTURES_WAITING && !ending.signal.aborted && !isFull();
      const work = underWay.get(hash) ?? (mayBegin ? begin(picture, name, by) : undefined);
      if (!work) return undefined;
      await endOf(work, signal, clock);
      return stored(name);
    },
    async preview(hash) {
      const found = await stored(thumbnailName(hash, PREVIEW_WIDTH));
      return found && buffer(await served.open(found.name));
    },
    async [Symbol.asyncDispose]() {
      ending.abort();
      await Promise.all(underWay.values());
    },
  };
}

/** Adds a name, and forgets the oldest if there are too many. */
function remember(names: Set<string>, name: string): void {
  names.add(name);
  const [oldest] = names;
  if (names.size > IMPOSSIBLE_REMEMBERED && oldest !== undefined) names.delete(oldest);
}

/** Resolves when the work has ended, when it has taken too long, or when the signal is aborted. */
async function endOf(work: Promise<void>, signal: AbortSignal, clock: Pick<Clock, "after">): Promise<void> {
  const enough = Promise.withResolvers<void>();
  const listener = addAbortListener(signal, () => enough.resolve());
  const forget = clock.after(THUMBNAIL_WAIT_MS, () => enough.resolve());
  await Promise.race([work, enough.promise]);
  forget();
  listener[Symbol.dispose]();
}
