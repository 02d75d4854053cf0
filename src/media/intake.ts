import type { Readable } from "node:stream";
import { INTAKE_BYTES } from "../limits.ts";
import type { Logger } from "../log.ts";
import type { FileProblem } from "../request/file-problem.ts";
import type { Reference } from "../request/reference.ts";
import { examine } from "./examine.ts";
import { createDiskAlarm, type DiskAlarm } from "./disk-alarm.ts";
import { correctedName, plainName } from "./file-name.ts";
import type { FileKind } from "./file-type.ts";
import { inspectStaged } from "./inspect-staged.ts";
import { createInspector, type Inspector } from "./inspect/inspector.ts";
import { LinkError } from "./link-error.ts";
import { createStaging, SourceError, type Staging } from "./staging.ts";
import { MediaFullError, MediaMissingError, MediaTooLargeError, type MediaStore } from "./store.ts";

/** A file that someone attached. */
export interface IncomingFile {
  /** As the platform calls it; hostile. */
  readonly name: string;
  /** The link that a member gave it by. */
  readonly link?: string;
  /** Called once. */
  open(): Promise<Readable>;
}

/** A file that is in the media store now and may be sent, or why it may not. */
export type Taken =
  /** `isAsGiven`: kept byte by byte. */
  | { readonly ok: true; readonly reference: Reference; readonly isAsGiven: boolean }
  | { readonly ok: false; readonly problem: FileProblem };

/** The way in for every file of a member, from whatever platform. */
export interface Intake extends AsyncDisposable {
  /**
   * Copies a file at once, for a platform's addresses die, checks it by its bytes, and keeps it in the media store: pictures
   * upright, with their size; clips and sounds with their length. Nothing of a refused file stays, and memory stays flat
   * whatever it is. A full disk is a refusal as well. Rejects with the signal's reason, and where the disk, the store or the
   * inspector is at fault otherwise.
   */
  take(file: IncomingFile, accept: readonly FileKind[], signal: AbortSignal): Promise<Taken>;
}

interface Parts {
  readonly staging: Staging;
  readonly inspector: Inspector;
  readonly media: MediaStore;
  readonly disk: DiskAlarm;
  readonly log: Logger;
}

/** `folder` is for files that have not passed yet, and for nothing else. The dispose ends the inspecting processes. */
export function createIntake(options: {
  readonly media: MediaStore;
  /** Told of a disk that is full; by default it only says so in the log. */
  readonly disk?: DiskAlarm;
  readonly log: Logger;
  readonly folder: string;
}): Intake {
  const { media, log, folder, disk = createDiskAlarm(log) } = options;
  const inspector = createInspector(log);
  const parts: Parts = { staging: createStaging(folder), inspector, media, disk, log };
  return {
    take: (file, accept, signal) => take(file, accept, parts, signal),
    [Symbol.asyncDispose]: () => inspector[Symbol.asyncDispose](),
  };
}

async function take(
  file: IncomingFile,
  accept: readonly FileKind[],
  { staging, inspector, media, disk, log }: Parts,
  signal: AbortSignal,
): Promise<Taken> {
  const given = plainName(file.name);
  try {
    await using staged = await staging.stage(() => file.open(), { maxBytes: INTAKE_BYTES, signal });
    const examined = await examine(staged, given, accept, signal);
    if (!examined.ok) return examined;
    await using fresh = staging.target();
    const { outline } = examined;
    const candidate = { staged, fresh, name: given, type: examined.type, outline, accept };
    const content = await inspectStaged(candidate, inspector, signal);
    if (!content.ok) return content;
    const { type, measured, file: passed } = content;
    const stored = await media.put(passed.read(), { maxBytes: INTAKE_BYTES, signal });
    const reference: Reference = {
      kind: type.kind,
      mimeType: type.mimeType,
      name: correctedName(given, type),
      ...stored,
      ...measured,
      ...(type === examined.type ? {} : { converted: examined.type.name }),
    };
    return { ok: true, reference, isAsGiven: passed === staged && !examined.isCut };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MediaTooLargeError) return refused({ rule: "file_too_large", name: given, max: INTAKE_BYTES });
    if (error instanceof MediaFullError) {
      disk.wrote(error);
      return refused({ rule: "store_full", name: given });
    }
    if (!(error instanceof SourceError)) throw error;
    log.warn({ err: error }, "a file did not arrive whole");
    if (file.link !== undefined && error.cause instanceof LinkError) {
      return refused({ rule: "link", link: file.link, fault: error.cause.fault });
    }
    const rule = error.cause instanceof MediaMissingError ? "file_not_kept" : "file_unavailable";
    return refused({ rule, name: given });
  }
}

function refused(problem: FileProblem): Taken {
  return { ok: false, problem };
}
