/** A size for people, in the same units everywhere: whole KiB, or MiB or GiB with one decimal if it is not whole. */
export function shownBytes(bytes: number): string {
  const kibibytes = Math.ceil(bytes / 1024);
  if (kibibytes < 1024) return `${kibibytes} KiB`;
  const mebibytes = inTenths(kibibytes / 1024);
  return mebibytes < 1024 ? `${mebibytes} MiB` : `${inTenths(mebibytes / 1024)} GiB`;
}

function inTenths(amount: number): number {
  return Math.round(amount * 10) / 10;
}
