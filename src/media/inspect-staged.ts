import type { FileProblem } from "../request/file-problem.ts";
import type { Reference } from "../request/reference.ts";
import { maxPixelsOf, typeProblem } from "./examine.ts";
import { findFileType, type FileKind, type FileType } from "./file-type.ts";
import type { Inspector } from "./inspect/inspector.ts";
import type { Flaw } from "./inspect/order.ts";
import type { StagedFile } from "./staging.ts";

/** A staged file whose structure is whole. */
export interface Candidate {
  readonly staged: StagedFile;
  /** Where it is written anew, if it must be. */
  readonly fresh: StagedFile;
  readonly name: string;
  readonly type: FileType;
  readonly accept: readonly FileKind[];
}

/** The content to keep, with what was measured of it. */
export type Inspected =
  | {
      readonly ok: true;
      readonly file: StagedFile;
      readonly type: FileType;
      readonly size: Pick<Reference, "width" | "height" | "seconds">;
    }
  | { readonly ok: false; readonly problem: FileProblem };

/** Has a file really opened: pictures are decoded as a whole, clips and sounds measured. */
export async function inspectStaged(
  candidate: Candidate,
  inspector: Inspector,
  signal: AbortSignal,
): Promise<Inspected> {
  const { staged, fresh, type } = candidate;
  const { path } = staged;
  const { mimeType } = type;
  if (type.kind !== "image") {
    const facts = await inspector.clip({ task: "clip", path, mimeType }, signal);
    if ("flaw" in facts) return { ok: false, problem: problemOf(facts, candidate) };
    const { seconds, width, height } = facts;
    return {
      ok: true,
      file: staged,
      type,
      size: { seconds, ...(width !== undefined && height !== undefined ? { width, height } : {}) },
    };
  }
  const order = { task: "picture", path, mimeType, maxPixels: maxPixelsOf(type), target: fresh.path } as const;
  const facts = await inspector.picture(order, signal);
  if ("flaw" in facts) return { ok: false, problem: problemOf(facts, candidate) };
  const { width, height, rewritten } = facts;
  const size = { width, height };
  const rewrittenType = rewritten === undefined ? undefined : findFileType(rewritten);
  return rewrittenType ? { ok: true, file: fresh, type: rewrittenType, size } : { ok: true, file: staged, type, size };
}

function problemOf(flaw: Flaw, { name, type, accept }: Candidate): FileProblem {
  switch (flaw.flaw) {
    case "too_many_pixels":
      return { rule: "too_many_pixels", name, width: flaw.width, height: flaw.height, max: maxPixelsOf(type) };
    case "undecodable":
      return typeProblem(name, type, accept);
    case "no_picture":
      // Sound alone in a clip's clothes.
      return typeProblem(name, { name: type.mimeType === "video/webm" ? "WEBA" : "M4A", kind: "audio" }, accept);
    case "no_sound":
    case "unreadable":
      return { rule: "file_damaged", name, type: type.name, damage: "unreadable" };
  }
}
