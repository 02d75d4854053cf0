import { z } from "zod/mini";

const Entry = z.object({
  /** The place was left by a link: the message with that link. */
  from: z.optional(z.string()),
  /** What lies over the page. */
  over: z.optional(z.string()),
});

/** What the page keeps in an entry of the browser's history. */
type Entry = z.infer<typeof Entry>;

/** What the page has kept in the history's current entry. */
export function currentEntry(): Entry {
  return Entry.safeParse(history.state).data ?? {};
}
