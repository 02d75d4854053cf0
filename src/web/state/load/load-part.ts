import { wait } from "../wait.ts";

/** How long until a part of the page that could not be loaded is asked for again, in milliseconds. */
const RETRY_MS = 1_000;

/** Style sheets that could not be loaded, by their address. The build's loader takes them for loaded from then on. */
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
 * Loads a part of the page with its styles, and tries again until it is there: the network may be away, or Easel. React
 * would take the whole page down with a part that fails to load.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      const part = await load();
      if (missing.size > 0) await (reloading ??= reloadMissing());
      if (missing.size === 0) return part;
    } catch {
      // It is asked for again below.
    }
    await wait(RETRY_MS);
  }
}

/** Asks for the missing style sheets again. */
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
