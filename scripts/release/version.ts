/** The parts of a semantic version without a suffix such as `-beta`. */
type Version = readonly [major: number, minor: number, patch: number];

/** Throws if the text is not a version such as `1.2.3`. */
function parseVersion(text: string): Version {
  const [, major, minor, patch] = /^(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})\.(0|[1-9]\d{0,5})$/.exec(text) ?? [];
  if (major === undefined || minor === undefined || patch === undefined)
    throw new Error(`${text} is no version such as 1.2.3`);
  return [Number(major), Number(minor), Number(patch)];
}

/** The newest version among the tags, without the `v` of `v1.2.3`. Undefined if no tag names a version. */
export function newestRelease(tags: readonly string[]): string | undefined {
  const versions = tags.flatMap((tag) => (/^v\d+\.\d+\.\d+$/.test(tag) ? [tag.slice(1)] : []));
  return versions.toSorted(compareVersions).at(-1);
}

/**
 * Throws unless `next` directly follows `last`: the next patch, minor or major version. Before the first release, it must not be older
 * than the one in `package.json`.
 */
export function requireFollowing(next: string, last: string | undefined, current: string): void {
  const version = parseVersion(next);
  if (last === undefined) {
    if (compareVersions(next, current) < 0) throw new Error(`${next} is older than package.json's ${current}`);
    return;
  }
  const [major, minor, patch] = parseVersion(last);
  const following: readonly Version[] = [
    [major, minor, patch + 1],
    [major, minor + 1, 0],
    [major + 1, 0, 0],
  ];
  if (following.some((one) => one.join(".") === version.join("."))) return;
  throw new Error(`after ${last} comes ${following.map((one) => one.join(".")).join(", ")}, not ${next}`);
}

function compareVersions(one: string, other: string): number {
  const [first, second] = [parseVersion(one), parseVersion(other)];
  return first[0] - second[0] || first[1] - second[1] || first[2] - second[2];
}
