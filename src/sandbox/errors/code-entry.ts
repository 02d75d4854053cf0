import type { SandboxService } from "../service.ts";

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
