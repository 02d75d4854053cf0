import { oneOf } from "../../lib/env-value.ts";
import { ConfigError } from "../../lib/errors.ts";
import type { Surroundings, Variables } from "../entry.ts";
import { isLoopbackHost } from "../../lib/http/address-scope.ts";

export const CONSOLE_VARIABLES = ["CONSOLE", "CONSOLE_PASSWORD"] as const;

/** Whether the Console is on, and the password it asks for. */
export interface ConsoleSettings {
  readonly on: boolean;
  readonly password: string | undefined;
}

/** Anyone who can reach the Console can guess passwords: OWASP ASVS 4.0.3, 2.1.1. */
const MIN_PASSWORD_CHARACTERS = 12;

/** Reads `CONSOLE` and `CONSOLE_PASSWORD`. Throws a `ConfigError` if others can reach the Console without a good password. */
export function consoleSettings(
  variables: Variables<(typeof CONSOLE_VARIABLES)[number]>,
  { host, publicUrl, takesRequests }: Surroundings,
): ConsoleSettings {
  const { CONSOLE: given, CONSOLE_PASSWORD: password } = variables;
  const on = oneOf("CONSOLE", takesRequests ? given : "off", ["on", "off"], "on") === "on";
  const isLocal = isLoopbackHost(host);
  if (on && password === undefined && (!isLocal || publicUrl !== undefined)) {
    const reason = publicUrl === undefined ? `HOST is ${host}` : "PUBLIC_URL is set";
    throw new ConfigError(
      "CONSOLE_PASSWORD",
      `${reason}, so others may reach the Console; set CONSOLE_PASSWORD, or turn it off with CONSOLE=off.`,
    );
  }
  // Counts characters as people do.
  if (on && !isLocal && password !== undefined && Array.from(password).length < MIN_PASSWORD_CHARACTERS) {
    throw new ConfigError(
      "CONSOLE_PASSWORD",
      `HOST is ${host}, so others may reach the Console, and CONSOLE_PASSWORD is shorter than ${MIN_PASSWORD_CHARACTERS} characters; create one with: openssl rand -base64 18, or set HOST=127.0.0.1.`,
    );
  }
  return Object.freeze({ on, password });
}
