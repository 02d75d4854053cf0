/** A changelog with one more release. */
export interface NextChangelog {
  readonly text: string;
  /** What the release's section says, in Markdown, without its heading. */
  readonly notes: string;
}

const UNRELEASED = "## [Unreleased]";

/**
 * Moves what is unreleased into a section of its own, and leaves an empty one. `date`: such as `2026-11-23`. Throws if there is
 * nothing to release, or if the version has a section already.
 */
export function releaseChangelog(text: string, version: string, date: string): NextChangelog {
  const start = text.indexOf(`${UNRELEASED}\n`);
  if (start < 0) throw new Error(`the changelog has no section “${UNRELEASED}”`);
  if (text.includes(`\n## [${version}]`)) throw new Error(`the changelog has a section for ${version} already`);
  const from = start + UNRELEASED.length;
  const next = text.indexOf("\n## [", from);
  const notes = text.slice(from, next < 0 ? undefined : next).trim();
  if (notes === "") throw new Error(`the changelog's section “${UNRELEASED}” is empty: say what changes for operators`);
  const rest = next < 0 ? "" : text.slice(next);
  return { text: `${text.slice(0, from)}\n\n## [${version}] - ${date}\n\n${notes}\n${rest}`, notes };
}
