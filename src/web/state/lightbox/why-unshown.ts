/** How long the server may take to say whether it has a file, in milliseconds. */
const ASK_MS = 10_000;

/** `gone`: the file was deleted. `unshown`: it may be there, but this browser did not get it or can't show it. */
export type Unshown = "gone" | "unshown";

/** Asks why an element could not show the file at `url`: its own event does not tell. Only the server knows that a file is gone. */
export async function whyUnshown(url: string): Promise<Unshown> {
  try {
    // The browser may keep a file that was deleted since.
    const response = await fetch(url, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(ASK_MS) });
    return response.status === 404 ? "gone" : "unshown";
  } catch {
    return "unshown";
  }
}
