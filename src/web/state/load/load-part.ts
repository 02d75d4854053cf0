import { wait } from "../wait.ts";

/** The delay before loading a part of the page again after a failure, in milliseconds. */
const RETRY_MS = 1_000;

/** Files that have arrived or are on their way, by address. */
const loads = new Map<string, Promise<void>>();

/**
 * Loads a part of the page, and retries until it arrives: the network or Easel may be away. If a part failed to load, React
 * would unmount the whole page. The built page calls this at each `import()`, in place of Vite's own function.
 *
 * The part's files, by path from `/`, are fetched first, so that the import finds them in the browser's cache. Some browsers
 * remember a failed import, and never try it again.
 */
export async function loadPart<Part>(load: () => Promise<Part>, files: readonly string[]): Promise<Part> {
  for (;;) {
    try {
      await Promise.all(files.map((file) => loadFile(`/${file}`)));
      return await load();
    } catch {
      await wait(RETRY_MS);
    }
  }
}

/** Loads a style sheet, and retries until it arrives. */
export function loadStyles(href: string): Promise<void> {
  return loadPart(() => loadFile(href), []);
}

function loadFile(href: string): Promise<void> {
  const earlier = loads.get(href);
  if (earlier) return earlier;
  const loading = href.endsWith(".css") ? addStyles(href) : fetchCode(href);
  loads.set(href, loading);
  loading.catch(() => loads.delete(href));
  return loading;
}

async function fetchCode(href: string): Promise<void> {
  const answer = await fetch(href);
  if (answer.status === 404) await reloadIfOld();
  if (!answer.ok) throw new Error(href);
  await answer.blob();
}

/** Reloads the page if Easel has been upgraded since, because it no longer has the parts of the page before. Drafts are kept. */
async function reloadIfOld(): Promise<void> {
  const answer = await fetch("/", { cache: "no-cache" });
  const current = await answer.text();
  const own = document.querySelector("script[src]")?.getAttribute("src");
  // While the new page is being built, there is none.
  if (!answer.ok || !own || current.includes(own)) return;
  location.reload();
  // Another attempt would restart a slow reload.
  await new Promise(() => {});
}

function addStyles(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // The page's own style sheet.
    if (document.querySelector(`link[rel="stylesheet"][href="${href}"]`)) return resolve();
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = href;
    link.addEventListener("load", () => resolve());
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error(href));
    });
    document.head.append(link);
  });
}
