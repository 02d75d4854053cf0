/** One call that came in, and how it went. */
export interface LedgerEntry {
  readonly method: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** As it came, without `Bearer`; empty where none did. */
  readonly token: string;
  /** `ok`, or what it was refused with. */
  outcome: string;
}

/** What is to go wrong with the next calls of a method. */
export type Fault =
  | { readonly kind: "ratelimited"; readonly retryAfter: number }
  | { readonly kind: "error"; readonly error: string }
  | { readonly kind: "http"; readonly status: number }
  /** The connection breaks: before anything was done, or after all of it was. */
  | { readonly kind: "drop-before" }
  | { readonly kind: "drop-after" }
  /** Nothing is answered until the test goes on. */
  | { readonly kind: "hold-before"; readonly until: Promise<unknown>; readonly reached: () => void }
  | { readonly kind: "hold-after"; readonly until: Promise<unknown>; readonly reached: () => void }
  /** Slack says yes and shares nothing. */
  | { readonly kind: "never-shared" };

export interface Faults {
  add(method: string, fault: Fault, times?: number): void;
  /** Every call goes wrong so from now on; undefined: no more. */
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
