import { isIP } from "node:net";
import { ConfigError } from "./errors.ts";

/** A port to listen on. 0 takes any free port. */
export function portNumber(variable: string, given: string | undefined, otherwise: number): number {
  if (given === undefined) return otherwise;
  const port = /^\d{1,5}$/.test(given) ? Number(given) : -1;
  if (port < 0 || port > 65_535) {
    throw new ConfigError(variable, `${variable} is “${given}”; set it to a port number from 0 to 65535, e.g. 8080.`);
  }
  return port;
}

/**
 * A web address without a trailing slash, a password or a query.
 * @param example an address of the same kind, for the error.
 */
export function webAddress(variable: string, given: string, example = "https://gateway.example.com"): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new ConfigError(variable, `${variable} is not a web address; set it to one like ${example}.`);
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new ConfigError(
      variable,
      `${variable} contains a user name, a password, a query (?) or a fragment (#); set it to the address alone, like ${example}.`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** An IP address or a host name to listen on, without a port. */
export function hostName(variable: string, given: string | undefined, otherwise: string): string {
  const host = given ?? otherwise;
  if (isIP(host) === 0 && !/^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/.test(host)) {
    throw new ConfigError(
      variable,
      `${variable} is “${host}”; set it to an IP address of this machine, without a port, e.g. ${otherwise}.`,
    );
  }
  return host;
}

/** One of the given words, in any case. */
export function oneOf<T extends string>(
  variable: string,
  given: string | undefined,
  allowed: readonly T[],
  otherwise: T,
): T {
  const value = given === undefined ? otherwise : allowed.find((known) => known === given.toLowerCase());
  if (value === undefined) {
    throw new ConfigError(variable, `${variable} is “${given}”; set it to one of ${allowed.join(", ")}.`);
  }
  return value;
}
