import type { PlatformEntry } from "../entry.ts";
import { CONSOLE_VARIABLES, consoleSettings, type ConsoleSettings } from "./settings.ts";

/** The Console always exists as a delivery target: results requested in it are stored even while it is switched off. */
export const consoleEntry: PlatformEntry<"console", ConsoleSettings> = {
  name: "console",
  variables: CONSOLE_VARIABLES,
  settings: consoleSettings,
  secrets: ({ password }) => [password],
  workspaceId: undefined,
  // The ready block already starts with the Console's address.
  readyLine: undefined,
  counters: [],
  listensOutside: () => false,
  servesPage: ({ on }) => on,
  async prepare({ on }, log) {
    if (on) await (await import("./page-build.ts")).ensurePageBuilt(log);
  },
  check: async (settings, context) => (await import("./check.ts")).checkConsole(settings, context),
};
