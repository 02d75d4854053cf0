/**
 * Slow test files, which mostly wait for processes, restarts and unavailable servers. In a fresh clone, Vitest knows no durations
 * and begins with the largest files. Some of these are small, and would be left to run alone at the end.
 */
export const SLOW: readonly string[] = [
  "fault/incidents/lease-flapping.test.ts",
  "browser/imagine.test.ts",
  "fault/browser/console-page.test.ts",
  "fault/flow/database-away.test.ts",
  "fault/browser/composer.test.ts",
  "flow/console/chains-console.test.ts",
  "fault/browser/lightbox.test.ts",
  "flow/discord/easel.test.ts",
  "flow/process/database-walls.test.ts",
  "fault/flow/clip-sizes.test.ts",
  "contract/platforms/slack-platform.test.ts",
  "contract/sandbox/durability.test.ts",
  "contract/media/media-stores.test.ts",
];
