import { basename } from "node:path/posix";

/** What the file behind a link is called: the last part of its path, or its host where there is none. Hostile. */
export function linkName(link: string): string {
  const url = URL.parse(link);
  if (!url) return link;
  const last = basename(url.pathname);
  try {
    return decodeURIComponent(last) || url.hostname;
  } catch {
    return last;
  }
}
