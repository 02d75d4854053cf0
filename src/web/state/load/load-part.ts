import { wait } from "../wait.ts";

/** The delay before loading a part of the page again after a failure, in milliseconds. */
const RETRY_MS = 1_000;

/** Style sheets that failed to load, by address. The bundler's loader would not try them again. */
const missing = new Map<string, HTMLLinkElement>();
let reloading: Promise<void> | undefined;

addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") missing.set(target.href, target);
  },
  { capture: true },
);

/**
 * Loads a part of the page with its styles, and retries until it arrives: the network or Easel may be away. If a part failed
 * to load, React would unmount the whole page.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      const part = await load();
      if (missing.size > 0) await (reloading ??= reloadMissing());
      if (missing.size === 0) return part;
    } catch {
      // Retried below.
    }
    await wait(RETRY_MS);
  }
}

/** Loads the missing style sheets again. */
async function reloadMissing(): Promise<void> {
  await Promise.allSettled([...missing].map(([href, link]) => reload(href, link)));
  reloading = undefined;
}

async function reload(href: string, link: HTMLLinkElement): Promise<void> {
  const again = document.createElement("link");
  again.rel = "stylesheet";
  again.href = href;
  const loaded = new Promise((resolve, reject) => {
    again.addEventListener("load", resolve);
    again.addEventListener("error", () => reject(new Error(`no style sheet at ${href}`)));
  });
  link.replaceWith(again);
  await loaded;
  missing.delete(href);
}
