import { isConfirmation } from "./confirm-proposal.ts";

const REPEATS = /^(?:again|twice):/;

/** Whether pressing a button makes something, without a form in between. */
export function makesAtOnce(button: string): boolean {
  return REPEATS.test(button) || isConfirmation(button);
}
