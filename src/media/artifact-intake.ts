import type { FileKind } from "../core/request/reference.ts";
import { open } from "node:fs/promises";
import { addAbortSignal, Readable } from "node:stream";
import { ARTIFACT_BYTES, INTAKE_PIXELS } from "../lib/limits.ts";
import { ArtifactError } from "./artifact-error.ts";
import { OWN_TURN } from "./fair-queue.ts";
import type { FileType } from "./file-type.ts";
import type { Inspector } from "./inspect/inspector.ts";
import type { Flaw } from "./inspect/inspect-message.ts";
import { sniff, type Sniffed } from "./sniff.ts";
import { MediaTooLargeError, type MediaStore, type StoredMedia } from "./store/media-store.ts";
import { checkPngPixels } from "./container-scan/png-pixels.ts";
import { createBufferReader, createFileReader, Damage, type FileReader } from "./container-scan/reader.ts";
import { scanContainer } from "./container-scan/scan.ts";

/**
 * An artifact up to this size is checked in memory. A larger one is checked in a file, so that memory use stays flat.
 */
const ARTIFACT_HEAD_BYTES = 64 * 1024;

/** An artifact in the media store. `width` and `height`: a picture's pixels, upright. */
export interface TakenArtifact extends StoredMedia {
  /** The type according to its bytes, regardless of what the gateway declared. */
  readonly mimeType: string;
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** Receives the gateway's artifacts. */
export interface ArtifactIntake {
  /**
   * Keeps the bytes as they arrive if they are a complete picture or clip, according to `kind`, of any recognisable
   * type. Memory use stays flat. Rejects with an `ArtifactError` for anything else, early if the beginning shows it;
   * with the stream's own error; with `MediaFullError`; and with the signal's reason. Leaves nothing behind then.
   */
  take(body: Readable, kind: "image" | "video", signal: AbortSignal): Promise<TakenArtifact>;
}

interface Parts {
  readonly media: MediaStore;
  /** Opens pictures and clips. */
  readonly inspector: Inspector;
}

/** What is known about a file: its type, and a picture's size. */
interface Verdict {
  readonly mimeType: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

export function createArtifactIntake({ media, inspector }: Parts): ArtifactIntake {
  async function take(body: Readable, kind: "image" | "video", signal: AbortSignal): Promise<TakenArtifact> {
    const { head, rest } = await readHead(addAbortSignal(signal, body));
    if (head.length === 0) throw new ArtifactError("empty");
    const sniffed = await sniffHead(head);
    if (kindOf(sniffed) !== kind) throw new ArtifactError("wrong_type", { found: nameOf(sniffed) });
    const put = { maxBytes: ARTIFACT_BYTES, signal };
    if (!rest && sniffed.known && sniffed.type.mimeType === "image/png") {
      const judged = await verdictOnPng(createBufferReader(head));
      return taken(judged, await media.put(Readable.from([head]), put));
    }
    let judged: Verdict | undefined;
    const check = async (path: string): Promise<void> => {
      judged = await verdictOn(path, sniffed, inspector, signal);
    };
    const stored = await media.put(Readable.from(rest ? joined(head, rest) : [head]), { ...put, check });
    if (!judged) throw new Error("this media store does not check its contents");
    return taken(judged, stored);
  }

  return {
    async take(body, kind, signal) {
      try {
        return await take(body, kind, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof Damage) throw new ArtifactError("damaged", { cause: error });
        if (error instanceof MediaTooLargeError) throw new ArtifactError("too_large", { cause: error });
        throw error;
      } finally {
        body.destroy();
      }
    },
  };
}

/** The first bytes, and what follows; `rest` is undefined if that is all. */
async function readHead(body: Readable): Promise<{ head: Buffer; rest: AsyncIterator<Buffer> | undefined }> {
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const pieces: Buffer[] = [];
  for (let bytes = 0; bytes < ARTIFACT_HEAD_BYTES;) {
    const next = await chunks.next();
    if (next.done) return { head: Buffer.concat(pieces), rest: undefined };
    pieces.push(next.value);
    bytes += next.value.length;
  }
  return { head: Buffer.concat(pieces), rest: chunks };
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer, void, undefined> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

/** A tag longer than the head belongs to an audio file, so it is not a picture or clip. */
async function sniffHead(head: Buffer): Promise<Sniffed> {
  try {
    return await sniff(createBufferReader(head));
  } catch (error) {
    if (!(error instanceof Damage)) throw error;
    return { known: false, found: "ID3", kind: "audio" };
  }
}

function kindOf(sniffed: Sniffed): FileKind | undefined {
  return sniffed.known ? sniffed.type.kind : sniffed.kind;
}

function nameOf(sniffed: Sniffed): string | undefined {
  return sniffed.known ? sniffed.type.name : sniffed.found;
}

function taken({ mimeType, width, height }: Verdict, stored: StoredMedia): TakenArtifact {
  return { ...stored, mimeType, width, height };
}

/** Opens a file in the same way as a member's file. For an unknown type, nothing more is known. */
async function verdictOn(path: string, sniffed: Sniffed, inspector: Inspector, signal: AbortSignal): Promise<Verdict> {
  if (!sniffed.known) return { mimeType: sniffed.mimeType ?? "application/octet-stream" };
  const { type } = sniffed;
  const handle = await open(path);
  try {
    const reader = createFileReader(handle, (await handle.stat()).size, signal);
    if (type.mimeType === "image/png") return await verdictOnPng(reader);
    await scanContainer(type.mimeType, reader);
  } finally {
    await handle.close();
  }
  return type.kind === "image"
    ? verdictOnPicture(path, type, inspector, signal)
    : verdictOnClip(path, type, inspector, signal);
}

/** A PNG's structure shows whether it is complete, so no process has to decode it. Most pictures are PNGs. */
async function verdictOnPng(reader: FileReader): Promise<Verdict> {
  const { width = 0, height = 0 } = await scanContainer("image/png", reader);
  if (width * height > INTAKE_PIXELS) throw new ArtifactError("too_large");
  await checkPngPixels(reader);
  return { mimeType: "image/png", width, height };
}

async function verdictOnPicture(
  path: string,
  { mimeType }: FileType,
  inspector: Inspector,
  signal: AbortSignal,
): Promise<Verdict> {
  const facts = await inspector.picture(
    { task: "picture", path, mimeType, maxPixels: INTAKE_PIXELS },
    OWN_TURN,
    signal,
  );
  if (!("flaw" in facts)) return { mimeType, width: facts.width, height: facts.height };
  // No decoder for it is installed here, but the member's device may have one.
  if (facts.flaw === "undecodable") return { mimeType };
  throw artifactError(facts);
}

async function verdictOnClip(
  path: string,
  { mimeType }: FileType,
  inspector: Inspector,
  signal: AbortSignal,
): Promise<Verdict> {
  const facts = await inspector.clip({ task: "clip", path }, OWN_TURN, signal);
  if (!("flaw" in facts)) return { mimeType };
  if (facts.flaw !== "no_picture") throw artifactError(facts);
  throw new ArtifactError("wrong_type", { found: mimeType === "video/webm" ? "WEBA" : "M4A" });
}

function artifactError({ flaw }: Flaw): ArtifactError {
  return new ArtifactError(flaw === "too_many_pixels" ? "too_large" : "damaged");
}
