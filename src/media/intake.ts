import type { Readable } from "node:stream";
import { FileError } from "../core/chat/errors.ts";
import { INTAKE_BYTES, INTAKE_PIXELS } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";
import type { FileProblem } from "../core/request/file-problem.ts";
import type { Reference, FileKind } from "../core/request/reference.ts";
import { examine, knownType } from "./examine.ts";
import { createDiskAlarm, type DiskAlarm } from "./store/disk-alarm.ts";
import type { TurnOf } from "./fair-queue.ts";
import { correctedName, plainName } from "./file-name.ts";
import type { FileType } from "./file-type.ts";
import { inspectStaged } from "./inspect-staged.ts";
import { createInspector, type Inspector } from "./inspect/inspector.ts";
import { checkMask } from "./mask.ts";
import { LinkError } from "./link/link-error.ts";
import { scrub } from "./scrub/scrub.ts";
import { createStaging, SourceError, type StagedFile, type Staging } from "./store/staging.ts";
import {
  MediaFullError,
  MediaMissingError,
  MediaTooLargeError,
  type MediaStore,
  type StoredMedia,
} from "./store/media-store.ts";

/**
 * How long a file is kept unless a request with it is accepted: much longer than accepting one takes. Files of refused requests
 * must not fill the disk.
 */
const UNUSED_FILE_MS = 3_600_000;

/** A file that a member attached. */
export interface IncomingFile {
  /** As the platform names it; hostile. */
  readonly name: string;
  /** The member's link to it. */
  readonly link?: string;
  /** Called once. */
  open(): Promise<Readable>;
}

/** A file that is in the media store now and may be sent, or why it may not. */
export type Taken =
  /** `isAsGiven` means that the file was kept unchanged. */
  | { readonly ok: true; readonly reference: Reference; readonly isAsGiven: boolean }
  | { readonly ok: false; readonly problem: FileProblem };

/** Receives every file from members, on any platform. */
export interface Intake extends AsyncDisposable {
  /**
   * Copies a file immediately, because a platform's addresses expire, checks its bytes, and keeps it in the media store, for an
   * hour unless it is used: pictures upright, with their size; clips and audio with their length. Nothing of a refused file is
   * kept, and memory stays flat for any file. A full disk is a refusal as well. Rejects with the signal's reason, and if the
   * disk, the store or the inspector is otherwise at fault. `by`: the member who sent it, whose turn it takes.
   */
  take(file: IncomingFile, kinds: readonly FileKind[], by: TurnOf, signal: AbortSignal): Promise<Taken>;
  /**
   * Keeps any file that people share with each other: pictures, clips and audio without metadata about author, place and time,
   * everything else unchanged. Rejects like `MediaStore.put`.
   */
  readonly keep: (source: Readable, maxBytes: number, by: TurnOf, signal: AbortSignal) => Promise<StoredMedia>;
  readonly checkMask: CheckMask;
}

/** What is wrong with a mask for the first picture of an edit (`checkMask`). Both files have been received. */
export type CheckMask = (
  mask: Reference,
  first: Reference | undefined,
  by: TurnOf,
  signal: AbortSignal,
) => Promise<readonly FileProblem[]>;

interface Parts {
  readonly staging: Staging;
  readonly inspector: Inspector;
  readonly media: MediaStore;
  readonly disk: DiskAlarm;
  readonly log: Logger;
}

/** `folder` is only for files that have not passed the checks yet. Disposing it ends the inspecting processes. */
export function createIntake(options: {
  readonly media: MediaStore;
  /** Notified about a full disk; by default it only logs it. */
  readonly disk?: DiskAlarm;
  readonly log: Logger;
  readonly folder: string;
}): Intake {
  const { media, log, folder, disk = createDiskAlarm(log) } = options;
  const inspector = createInspector(log);
  const parts: Parts = { staging: createStaging(folder), inspector, media, disk, log };
  return {
    take: (file, kinds, by, signal) => take(file, kinds, by, parts, signal),
    keep: (source, maxBytes, by, signal) => keep(source, maxBytes, by, parts, signal),
    checkMask: (mask, first, by, signal) => checkMask(mask, first, by, parts, signal),
    [Symbol.asyncDispose]: () => inspector[Symbol.asyncDispose](),
  };
}

async function take(
  file: IncomingFile,
  kinds: readonly FileKind[],
  by: TurnOf,
  { staging, inspector, media, disk, log }: Parts,
  signal: AbortSignal,
): Promise<Taken> {
  const given = plainName(file.name);
  try {
    await using staged = await staging.stage(() => file.open(), { maxBytes: INTAKE_BYTES, signal });
    const examined = await examine(staged, given, kinds, signal);
    if (!examined.ok) return examined;
    await using fresh = staging.target();
    const { outline } = examined;
    const candidate = { staged, fresh, name: given, type: examined.type, outline, kinds, by };
    const content = await inspectStaged(candidate, inspector, signal);
    if (!content.ok) return content;
    const { type, measured, file: passed, isChanged } = content;
    const stored = await media.put(passed.read(), { maxBytes: INTAKE_BYTES, signal, unusedMs: UNUSED_FILE_MS });
    const reference: Reference = {
      kind: type.kind,
      mimeType: type.mimeType,
      name: correctedName(given, type),
      ...stored,
      ...measured,
      ...(type === examined.type ? {} : { converted: examined.type.name }),
    };
    return { ok: true, reference, isAsGiven: !isChanged && !examined.isCut };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MediaTooLargeError) return refused({ rule: "file_too_large", name: given, max: INTAKE_BYTES });
    if (error instanceof MediaFullError) {
      disk.wrote(error);
      return refused({ rule: "store_full", name: given });
    }
    if (!(error instanceof SourceError)) throw error;
    log.info({ err: error }, "a file did not arrive completely");
    if (file.link !== undefined && error.cause instanceof LinkError) {
      return refused({ rule: "link", link: file.link, fault: error.cause.fault });
    }
    if (error.cause instanceof FileError)
      return refused({ rule: "file_refused", name: given, fault: error.cause.fault });
    const rule = error.cause instanceof MediaMissingError ? "file_not_kept" : "file_unavailable";
    return refused({ rule, name: given });
  }
}

async function keep(
  source: Readable,
  maxBytes: number,
  by: TurnOf,
  { staging, inspector, media, disk }: Parts,
  signal: AbortSignal,
): Promise<StoredMedia> {
  await using staged = await staging
    .stage(async () => source, { maxBytes, signal })
    .catch((error: unknown) => {
      if (error instanceof MediaFullError) disk.wrote(error);
      throw error instanceof SourceError ? error.cause : error;
    });
  await using fresh = staging.target();
  const type = await knownType(staged, signal);
  const isTurned = type?.kind === "image" && (await turned(staged, fresh, type, by, inspector, signal));
  if (type && !isTurned) await scrub(staged.path, type.mimeType, signal);
  return await media.put((isTurned ? fresh : staged).read(), { maxBytes, signal });
}

/** Whether the picture in `fresh` is upright now. */
async function turned(
  { path }: StagedFile,
  fresh: StagedFile,
  { mimeType }: FileType,
  by: TurnOf,
  inspector: Inspector,
  signal: AbortSignal,
): Promise<boolean> {
  const order = { task: "upright", path, mimeType, maxPixels: INTAKE_PIXELS, target: fresh.path } as const;
  const facts = await inspector.upright(order, by, signal);
  return "isTurned" in facts && facts.isTurned;
}

function refused(problem: FileProblem): Taken {
  return { ok: false, problem };
}
