import { buffer } from "node:stream/consumers";
import { MASK_BYTES } from "../lib/limits.ts";
import type { FileProblem } from "../core/request/file-problem.ts";
import type { Reference } from "../core/request/reference.ts";
import type { TurnOf } from "./fair-queue.ts";
import { findFileType } from "./file-type.ts";
import type { Inspector } from "./inspect/inspector.ts";
import type { MediaStore } from "./store/media-store.ts";

/**
 * Checks a mask against its picture: a PNG with transparent areas, at most 4 MiB, of the same size in pixels
 * (`docs/gateway.md#images-limits` and `edit_unsupported_mask_type`). Reports all problems of type and size together, and checks
 * the transparency only without such problems, because that means decoding the mask. Both files have been received; `first` is
 * undefined without a picture, which another rule reports. `by`: the member who sent it, whose turn it takes.
 */
export async function checkMask(
  mask: Reference,
  first: Reference | undefined,
  by: TurnOf,
  parts: { readonly media: MediaStore; readonly inspector: Pick<Inspector, "mask"> },
  signal: AbortSignal,
): Promise<FileProblem[]> {
  const problems: FileProblem[] = [];
  if (mask.mimeType !== "image/png") {
    const found = findFileType(mask.mimeType)?.name ?? mask.mimeType;
    problems.push({ rule: "mask_type", name: mask.name, found });
  }
  if (mask.bytes > MASK_BYTES) {
    problems.push({ rule: "mask_too_large", name: mask.name, bytes: mask.bytes, max: MASK_BYTES });
  }
  const sizes = [sized(mask), first && sized(first)] as const;
  if (sizes[1] && (sizes[0].width !== sizes[1].width || sizes[0].height !== sizes[1].height)) {
    problems.push({ rule: "mask_size", mask: sizes[0], image: sizes[1] });
  }
  if (problems.length > 0) return problems;
  const bytes = await buffer(await parts.media.open(mask.hash));
  const seen = await parts.inspector.mask({ task: "mask", bytes }, by, signal);
  if ("flaw" in seen) return [{ rule: "file_damaged", name: mask.name, type: "PNG", damage: "unreadable" }];
  return seen.transparent ? [] : [{ rule: "mask_opaque", name: mask.name }];
}

function sized({ name, width = 0, height = 0 }: Reference): { name: string; width: number; height: number } {
  return { name, width, height };
}
