import type { FileProblem } from "../core/request/file-problem.ts";
import type { Reference, FileKind } from "../core/request/reference.ts";
import { maxPixelsOf, typeProblem } from "./examine.ts";
import type { TurnOf } from "./fair-queue.ts";
import { findFileType, SAVE_AS, type FileType } from "./file-type.ts";
import type { Inspector } from "./inspect/inspector.ts";
import type { Flaw } from "./inspect/inspect-message.ts";
import { scrub } from "./scrub/scrub.ts";
import type { StagedFile } from "./store/staging.ts";
import type { Outline } from "./container-scan/outline.ts";

/** A staged file with an intact structure. */
export interface Candidate {
  readonly staged: StagedFile;
  /** Where the file is rewritten, if necessary. */
  readonly fresh: StagedFile;
  readonly name: string;
  readonly type: FileType;
  readonly outline: Outline;
  readonly kinds: readonly FileKind[];
  /** The member who gave the file. */
  readonly by: TurnOf;
}

/** The content to keep, with its measurements. */
export type Inspected =
  | {
      readonly ok: true;
      readonly file: StagedFile;
      readonly type: FileType;
      readonly measured: Pick<Reference, "width" | "height" | "seconds">;
      /** Whether it differs from the given file. */
      readonly isChanged: boolean;
    }
  | { readonly ok: false; readonly problem: FileProblem };

/**
 * Really opens a file: pictures are decoded completely, clips measured. For audio the structure is enough. Metadata about
 * author, place and time is removed: from clips before they are opened, so that the kept file itself was opened, and from
 * pictures afterwards, because their EXIF holds the orientation.
 */
export function inspectStaged(candidate: Candidate, inspector: Inspector, signal: AbortSignal): Promise<Inspected> {
  switch (candidate.type.kind) {
    case "image":
      return inspectPicture(candidate, inspector, signal);
    case "video":
      return inspectClip(candidate, inspector, signal);
    case "audio":
      return inspectSound(candidate, signal);
  }
}

async function inspectPicture(candidate: Candidate, inspector: Inspector, signal: AbortSignal): Promise<Inspected> {
  const { staged, fresh, type, by } = candidate;
  const maxPixels = maxPixelsOf(type);
  const order = { path: staged.path, mimeType: type.mimeType, maxPixels, target: fresh.path };
  const facts = await inspector.picture({ task: "picture", ...order }, by, signal);
  if ("flaw" in facts) return { ok: false, problem: problemOf(facts, candidate) };
  const { width, height, rewritten } = facts;
  const newType = rewritten === undefined ? undefined : findFileType(rewritten);
  const measured = { width, height };
  if (newType) return { ok: true, file: fresh, type: newType, measured, isChanged: true };
  return { ok: true, file: staged, type, measured, isChanged: await scrub(staged.path, type.mimeType, signal) };
}

async function inspectClip(candidate: Candidate, inspector: Inspector, signal: AbortSignal): Promise<Inspected> {
  const { staged, type, by } = candidate;
  const isChanged = await scrub(staged.path, type.mimeType, signal);
  const facts = await inspector.clip({ task: "clip", path: staged.path }, by, signal);
  if ("flaw" in facts) return { ok: false, problem: problemOf(facts, candidate) };
  const { seconds, width, height } = facts;
  return { ok: true, file: staged, type, measured: { seconds, width, height }, isChanged };
}

async function inspectSound({ staged, type, outline }: Candidate, signal: AbortSignal): Promise<Inspected> {
  const { seconds } = outline;
  const isChanged = await scrub(staged.path, type.mimeType, signal);
  return { ok: true, file: staged, type, measured: seconds === undefined ? {} : { seconds }, isChanged };
}

function problemOf(flaw: Flaw, { name, type, kinds }: Candidate): FileProblem {
  switch (flaw.flaw) {
    case "too_many_pixels":
      return { rule: "too_many_pixels", name, width: flaw.width, height: flaw.height, max: maxPixelsOf(type) };
    case "undecodable":
      return { rule: "file_undecodable", name, type: type.name, saveAs: SAVE_AS[type.kind] };
    case "no_picture":
      // Audio only, in a video container.
      return typeProblem(name, { name: type.mimeType === "video/webm" ? "WEBA" : "M4A", kind: "audio" }, kinds);
    case "unreadable":
      return { rule: "file_damaged", name, type: type.name, damage: "unreadable" };
  }
}
