/**
 * Is this the address of an MP3 by its path? The path ends with `.mp3` in any case; a signed query
 * string may follow (`docs/gateway.md#videos-canonical-variants`, form M).
 */
export function isMp3Address(address: string): boolean {
  return URL.canParse(address) && isMp3Name(new URL(address).pathname);
}

/** The same rule for a file's name, which is the last part of the address that the file gets. */
export function isMp3Name(name: string): boolean {
  return name.toLowerCase().endsWith(".mp3");
}
