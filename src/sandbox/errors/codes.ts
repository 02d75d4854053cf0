import type { SandboxService } from "../sandbox-service.ts";
import { IMAGE_CODES } from "../image/codes.ts";
import type { CodeEntry } from "./code-entry.ts";
import { VIDEO_CODES } from "../video/codes.ts";

const ENTRIES: readonly CodeEntry[] = [...IMAGE_CODES, ...VIDEO_CODES];
const BY_CODE: Readonly<Record<SandboxService, ReadonlyMap<string, CodeEntry>>> = {
  image: new Map(IMAGE_CODES.map((entry) => [entry.code, entry])),
  video: new Map(VIDEO_CODES.map((entry) => [entry.code, entry])),
};

/** Every code of the contracts. */
export function allCodes(): readonly CodeEntry[] {
  return ENTRIES;
}

/**
 * The entry of a code, of that service if it has one; members of a family (`ERR-1234`) share the family's. Undefined for any
 * other text.
 */
export function codeEntry(code: string, service: SandboxService = "image"): CodeEntry | undefined {
  const name = code.startsWith("ERR-") ? "ERR-*" : code;
  return BY_CODE[service].get(name) ?? BY_CODE.image.get(name) ?? BY_CODE.video.get(name);
}

/** The effect of `[fail:CODE]` in the prompt of an accepted job: it fails the job, or only the retrieval of its result. */
export function failureByMarker(
  code: string | undefined,
  service: SandboxService,
): { readonly job?: string; readonly retrieval?: string } {
  // That create fails, but its job does not.
  if (code === undefined || code === "submission_failed") return {};
  return codeEntry(code, service)?.place === "read" ? { retrieval: code } : { job: code };
}
