import { addressLiteral } from "../../lib/http/public-address.ts";
import { LinkError } from "./link-error.ts";

/** Signed links have some 2,000 characters; one that is much longer isn't one. */
const LINK_CHARACTERS = 4_096;

/** Where links may lead. */
export interface LinkRules {
  /** These hosts and no others, by https; undefined: every public one, by http as well. */
  readonly hosts?: readonly string[];
  /** The one origin, e.g. `http://127.0.0.1:4000`, that may be private: a local server in the place of a platform. */
  readonly localOrigin?: string | undefined;
}

/** What links are kept from. */
export interface LinkWalls {
  readonly isHidden: (address: string) => boolean;
  /** Ports that may be named beside the protocols' own. */
  readonly ports: readonly string[];
}

/**
 * Reads a link, or where another one redirects to (`base`), and refuses what may not be asked for: other protocols than http and
 * https, logins, addresses that are hidden, and ports other than the protocol's own: what listens there is rarely a web site
 * that shows pictures, and who writes links must not find out by us which ports of others are open. Whether a name leads to a
 * hidden address is found out when it is connected to. Throws a `LinkError`.
 */
export function readLink(
  link: string,
  { hosts, localOrigin }: LinkRules,
  { isHidden, ports }: LinkWalls,
  base?: URL,
): URL {
  const url = link.length > LINK_CHARACTERS ? null : URL.parse(link, base?.href);
  if (!url || !/^https?:$/.test(url.protocol)) throw new LinkError({ why: "form" });
  if (url.username !== "" || url.password !== "") throw new LinkError({ why: "login" });
  if (url.origin === localOrigin) return url;
  if (hosts && (url.protocol !== "https:" || !hosts.includes(url.hostname))) throw new LinkError({ why: "host" });
  const literal = addressLiteral(url.hostname);
  if (literal !== undefined && isHidden(literal)) throw new LinkError({ why: "private" });
  if (url.port !== "" && !ports.includes(url.port)) throw new LinkError({ why: "port" });
  return url;
}
