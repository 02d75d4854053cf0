import { wait } from "../state/wait.ts";

/** How long until a part of the page that could not be loaded is asked for again, in milliseconds. */
const RETRY_MS = 1_000;

/**
 * Loads a part of the page, and tries again until it is there: the network may be away, or Easel. React would take the whole page
 * down with a part that fails to load.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      await wait(RETRY_MS);
    }
  }
}
