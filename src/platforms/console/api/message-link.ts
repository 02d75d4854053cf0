/** A message's place in the page's addresses. */
export interface MessagePlace {
  readonly channel: string;
  readonly id: string;
}

/** The path of the page that shows a channel, and within it of a message's own link. */
export function pathOf(channel: string, id?: string): string {
  const parts = id === undefined ? [channel] : [channel, id];
  return `/c/${parts.map(encodeURIComponent).join("/")}`;
}

/** The channel of a path of the page, and the message where it is one's link; undefined for any other path. */
export function placeInPath(path: string): Partial<MessagePlace> | undefined {
  const [, channel, id] = /^\/c\/([^/]+)(?:\/([^/]+))?$/.exec(path) ?? [];
  if (channel === undefined) return undefined;
  try {
    const parts = { channel: decodeURIComponent(channel) };
    return id === undefined ? parts : { ...parts, id: decodeURIComponent(id) };
  } catch {
    return undefined;
  }
}
