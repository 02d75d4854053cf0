/**
 * Files that take long, mostly because they wait: for processes, restarts and servers that are away. A fresh clone knows no
 * durations, and Vitest would begin with the largest files: some of these are short and would run alone in the end.
 */
export const SLOW: readonly string[] = [
  "flow/account/strangers.test.ts",
  "flow/media/oversized.test.ts",
  "flow/account/roles-sharing.test.ts",
  "browser/console-page.test.ts",
  "flow/slack/outcomes-slack.test.ts",
  "flow/discord/outcomes-discord.test.ts",
  "flow/console/outcomes-console.test.ts",
  "contract/sandbox/durability.test.ts",
  "contract/media/media-stores.test.ts",
];
