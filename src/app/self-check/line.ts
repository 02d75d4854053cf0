import { ConfigError, EaselError } from "../../lib/errors.ts";

/** One line of the report, for the operator, in English like the rest of the start's output. */
export interface Line {
  readonly isWell: boolean;
  readonly text: string;
}

export function well(text: string): Line {
  return { isWell: true, text };
}

/** `text` says how to fix it. */
export function bad(text: string): Line {
  return { isWell: false, text };
}

/**
 * Runs a check. A `ConfigError` already says how to fix the problem. Other libraries' errors are reported only by their kind:
 * their details may contain an address with a password.
 */
export async function checked(what: string, check: () => Promise<readonly Line[]>): Promise<readonly Line[]> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof ConfigError) return [bad(error.message)];
    if (error instanceof EaselError) return [bad(`${what}: ${error.message}.`)];
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return [bad(`${what} could not be checked (${code || typeOf(error)}); start Easel and read its log.`)];
  }
}

function typeOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}
