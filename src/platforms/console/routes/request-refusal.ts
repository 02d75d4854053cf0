/** Why a request can't be accepted, however often it is repeated. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
