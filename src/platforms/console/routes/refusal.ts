/** Why something can't be taken, however often it is sent. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}
