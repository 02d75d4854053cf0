// A channel's history, a page at a time.
import { z } from "zod/mini";
import { AnyMessageView } from "./api.ts";

/**
 * `older`, `newer`: whether there are more messages on that side; assumed to be true on the side from which the page was
 * requested. `first`: the position of the message found for `at`, if any.
 */
export const HistoryView = z.object({
  messages: z.array(AnyMessageView),
  older: z.boolean(),
  newer: z.boolean(),
  first: z.exactOptional(z.number()),
});
export type HistoryView = z.infer<typeof HistoryView>;
