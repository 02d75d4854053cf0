/** A changelog with a new release. */
export interface NextChangelog {
  readonly text: string;
  /** The release's section in Markdown, without its heading. */
  readonly notes: string;
}

const UNRELEASED = "## [Unreleased]";

/**
 * Moves the unreleased changes into a section for the version, and leaves an empty “Unreleased”. `date`: for example
 * `2026-11-23`. Throws if there is nothing to release, or if the version already has a section.
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
