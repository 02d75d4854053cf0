import { IMAGE_CODES } from "./image/codes.ts";

/**
 * Where a code shows up: `submit` when a job is submitted, `read` when something is asked for later, `job` in the `error`
 * of a job that was accepted.
 */
export type CodePlace = "submit" | "read" | "job";

/** One code of a contract, as `GET /sandbox/codes` lists it. */
export interface CodeEntry {
  /** As it goes over the wire; a family is written with a star (`ERR-*`). */
  readonly code: string;
  readonly service: "image";
  readonly kind: "static" | "dynamic";
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

const ENTRIES: readonly CodeEntry[] = [...IMAGE_CODES];
const BY_CODE: ReadonlyMap<string, CodeEntry> = new Map(ENTRIES.map((entry) => [entry.code, entry]));

/** Every code of the contracts. */
export function allCodes(): readonly CodeEntry[] {
  return ENTRIES;
}

/** The entry of a code; members of a family (`ERR-1234`) share the family's. Undefined for any other text. */
export function codeEntry(code: string): CodeEntry | undefined {
  return BY_CODE.get(code) ?? (code.startsWith("ERR-") ? BY_CODE.get("ERR-*") : undefined);
}
