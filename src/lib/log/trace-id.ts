/**
 * The id of a batch's trace: the batch's own id without dashes. Every process derives the same one, even after another was
 * killed, so nothing has to be stored. `batchId` is a UUID.
 */
export function traceIdOf(batchId: string): string {
  return batchId.replaceAll("-", "").toLowerCase();
}
