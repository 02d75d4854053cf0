/** A call and its outcome. */
export interface LedgerEntry {
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** As sent, without `Bearer`; empty if none was sent. */
  readonly token: string;
  /** `ok`, or the error code. */
  outcome: string;
}

/** A failure for the next calls of a method. */
export type Fault =
  /** `retryAfter`: the header, in seconds; undefined leaves it out. */
  | { readonly kind: "ratelimited"; readonly retryAfter: number | string | undefined }
  | { readonly kind: "error"; readonly error: string }
  | { readonly kind: "http"; readonly status: number }
  /** The connection breaks before or after the call takes effect. */
  | { readonly kind: "drop-before" }
  | { readonly kind: "drop-after" }
  /** Answers nothing until the test continues. */
  | { readonly kind: "hold-before"; readonly until: Promise<unknown>; readonly reached: () => void }
  | { readonly kind: "hold-after"; readonly until: Promise<unknown>; readonly reached: () => void }
  /** Slack reports success but shares nothing. */
  | { readonly kind: "never-shared" }
  /** Slack reports success but shares only the last file. */
  | { readonly kind: "last-shared" };

export interface Faults {
  add(method: string, fault: Fault, times?: number): void;
  /** A failure for every call; undefined ends it. */
  always(fault: Fault | undefined): void;
  take(method: string): Fault | undefined;
}

export function createFaults(): Faults {
  let forAll: Fault | undefined;
  const armed: { method: string; fault: Fault; left: number }[] = [];
  return {
    add: (method, fault, times = 1) => void armed.push({ method, fault, left: times }),
    always: (fault) => void (forAll = fault),
    take(method) {
      if (forAll) return forAll;
      const found = armed.find((one) => one.method === method && one.left > 0);
      if (found) found.left--;
      return found?.fault;
    },
  };
}
