import type { SandboxService } from "../sandbox-service.ts";

/**
 * Where a code appears: `submit` when a job is submitted, `read` when something is read later, `job` in the `error` of an
 * accepted job. A failed read ends no job: the marker of a `read` code fails the retrieval of a job that completes.
 */
export type CodePlace = "submit" | "read" | "job";

/** One code of a contract, as `GET /sandbox/codes` lists it. */
export interface CodeEntry {
  /** As it is sent; a family is written with a star (`ERR-*`). */
  readonly code: string;
  readonly service: SandboxService;
  /** The contract's kind; `chosen`: the sandbox's own code, where the contract shows none. */
  readonly kind: "static" | "dynamic" | "chosen";
  /** HTTP status of the answer, or of the `error` within a snapshot. */
  readonly status: number;
  readonly type: string;
  readonly place: CodePlace;
  readonly meaning: string;
  /** How a client provokes it. */
  readonly provoke: string;
  /** Why only the marker in the prompt provokes it; null if an ordinary request does. */
  readonly why: string | null;
}
