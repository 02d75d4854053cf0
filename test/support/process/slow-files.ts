/**
 * Slow test files, which mostly wait for processes, restarts and unavailable servers. In a fresh clone, Vitest knows no durations
 * and begins with the largest files. Some of these are small, and would be left to run alone at the end.
 */
export const SLOW: readonly string[] = [
  "fault/incidents/lease-flapping.test.ts",
  "contract/platforms/slack-platform.test.ts",
  "browser/imagine.test.ts",
  "fault/browser/console-page.test.ts",
  "fault/flow/database-away.test.ts",
  "fault/browser/composer.test.ts",
  "flow/discord/easel.test.ts",
  "fault/browser/lightbox.test.ts",
  "flow/slack/steps/steps.test.ts",
  "flow/discord/settings-discord.test.ts",
  "flow/request/chains.test.ts",
  "browser/login.test.ts",
  "fault/flow/clip-sizes.test.ts",
  "flow/process/database-walls.test.ts",
];
