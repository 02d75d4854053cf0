/** Why a request can't be accepted. Repeating it does not help. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
