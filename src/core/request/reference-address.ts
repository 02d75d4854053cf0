/**
 * Whether an address's path names an MP3: it ends with `.mp3`, ignoring case; a signed query string may follow
 * (`docs/gateway.md#videos-canonical-variants`, form M).
 */
export function isMp3Address(address: string): boolean {
  return URL.canParse(address) && isMp3Name(new URL(address).pathname);
}

/** Like `isMp3Address`, for a file's name, which becomes the last part of its address. */
export function isMp3Name(name: string): boolean {
  return name.toLowerCase().endsWith(".mp3");
}
