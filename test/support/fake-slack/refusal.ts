/** A call is refused with Slack's own code. */
export class FakeRefusal extends Error {
  readonly code: string;
  readonly details: readonly string[];
  /** With `missing_scope`: the scope that the app would need. */
  needed: string | undefined;

  constructor(code: string, ...details: string[]) {
    super([code, ...details].join(": "));
    this.code = code;
    this.details = details;
  }
}
