import { basename } from "node:path/posix";

/** The name of the file behind a link: the last part of its path, or its host if there is none. Hostile. */
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
