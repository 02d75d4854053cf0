/** Time limit for the server to say whether it has a file, in milliseconds. */
const ASK_MS = 10_000;

/** `gone`: the file was deleted. `unshown`: it may exist, but this browser could not load or show it. */
export type Unshown = "gone" | "unshown";

/** Asks the server why an element could not show the file at `url`. The element's error event doesn't say. */
export async function whyUnshown(url: string): Promise<Unshown> {
  try {
    // The browser may have cached a file that has since been deleted.
    const response = await fetch(url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ASK_MS) });
    return response.status === 404 ? "gone" : "unshown";
  } catch {
    return "unshown";
  }
}
