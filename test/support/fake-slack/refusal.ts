/** A refusal with Slack's own error code. */
export class FakeRefusal extends Error {
  readonly code: string;
  readonly details: readonly string[];
  /** With `missing_scope`: the scope that the app needs. */
  needed: string | undefined;

  constructor(code: string, ...details: string[]) {
    super([code, ...details].join(": "));
    this.code = code;
    this.details = details;
  }
}
