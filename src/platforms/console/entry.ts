import type { PlatformEntry } from "../entry.ts";
import { CONSOLE_VARIABLES, consoleSettings, type ConsoleSettings } from "./settings.ts";

/** The Console is always there: what was asked for in it is delivered to it, also where nobody can open it at the moment. */
export const consoleEntry: PlatformEntry<"console", ConsoleSettings> = {
  name: "console",
  variables: CONSOLE_VARIABLES,
  settings: consoleSettings,
  secrets: ({ password }) => [password],
  workspaceId: undefined,
  // The block begins with its address.
  readyLine: undefined,
  counters: [],
  listensOutside: () => false,
  servesPage: ({ on }) => on,
  async prepare({ on }, log) {
    if (on) await (await import("./page-build.ts")).ensurePageBuilt(log);
  },
  check: async (settings, context) => (await import("./check.ts")).checkConsole(settings, context),
};
