import { IMAGE_CODES } from "./image/codes.ts";
import type { SandboxService } from "./keys.ts";
import { VIDEO_CODES } from "./video/codes.ts";

/**
 * Where a code shows up: `submit` when a job is submitted, `read` when something is asked for later, `job` in the `error`
 * of a job that was accepted. A look-up that fails ends no job: the marker of a `read` code fails the retrieval of a job that
 * completes.
 */
export type CodePlace = "submit" | "read" | "job";

/** One code of a contract, as `GET /sandbox/codes` lists it. */
export interface CodeEntry {
  /** As it goes over the wire; a family is written with a star (`ERR-*`). */
  readonly code: string;
  readonly service: SandboxService;
  /** As the contract has it; `chosen` is what the sandbox says where the contract shows no values. */
  readonly kind: "static" | "dynamic" | "chosen";
  /** HTTP status of the answer, or of the `error` within a snapshot. */
  readonly status: number;
  readonly type: string;
  readonly place: CodePlace;
  readonly meaning: string;
  /** What a client does to get it. */
  readonly provoke: string;
  /** Why no ordinary request gives it, so that only the marker in the prompt does; null where an ordinary one does. */
  readonly why: string | null;
}

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

/** What the `[fail:CODE]` of a prompt does once its job is accepted: it fails the job, or only the retrieval of its result. */
export function failureByMarker(
  code: string | undefined,
  service: SandboxService,
): { readonly job?: string; readonly retrieval?: string } {
  // That create fails, and the job that it made does not.
  if (code === undefined || code === "submission_failed") return {};
  return codeEntry(code, service)?.place === "read" ? { retrieval: code } : { job: code };
}
