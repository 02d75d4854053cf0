// A channel's history, a page at a time.
import { z } from "zod/mini";
import { AnyMessageView } from "./api.ts";

/**
 * `older`, `newer`: whether there are more on that side; there are taken to be on the side that the page was asked from. `first`: the
 * position of what `at` asked for, if there is any.
 */
export const HistoryView = z.object({
  messages: z.array(AnyMessageView),
  older: z.boolean(),
  newer: z.boolean(),
  first: z.exactOptional(z.number()),
});
export type HistoryView = z.infer<typeof HistoryView>;
