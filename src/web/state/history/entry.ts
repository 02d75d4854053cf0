import { z } from "zod";

const Entry = z.object({
  /** The place was left by a link: the message with that link. */
  from: z.string().optional(),
  /** What lies over the page. */
  over: z.string().optional(),
});

/** What the page keeps in an entry of the browser's history. */
type Entry = z.infer<typeof Entry>;

/** What the page has kept in the history's current entry. */
export function currentEntry(): Entry {
  return Entry.safeParse(history.state).data ?? {};
}
