/** A message's place in the page's URLs. */
export interface MessagePlace {
  readonly channel: string;
  readonly id: string;
}

/** The page's path for a channel, or for one message in it. */
export function pathOf(channel: string, id?: string): string {
  const parts = id === undefined ? [channel] : [channel, id];
  return `/c/${parts.map(encodeURIComponent).join("/")}`;
}

/** The channel in a path of the page, and the message if the path links to one. Undefined for any other path. */
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
