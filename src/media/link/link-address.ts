import { addressLiteral } from "../../lib/http/address-scope.ts";
import { LinkError } from "./link-error.ts";

/** Signed links have about 2,000 characters; a much longer one is invalid. */
const LINK_CHARACTERS = 4_096;

/** Where links may lead. */
export interface LinkRules {
  /** Only these hosts, over https. Undefined allows every public host, and also http. */
  readonly hosts?: readonly string[];
  /** The one origin, e.g. `http://127.0.0.1:4000`, that may be private: a local server that replaces a platform. */
  readonly localOrigin?: string | undefined;
}

/** Restrictions on links. */
export interface LinkWalls {
  readonly isHidden: (address: string) => boolean;
  /** Ports that links may name besides the protocols' own. */
  readonly ports: readonly string[];
}

/**
 * Reads a link, or a redirect from `base`, and refuses forbidden targets: protocols other than http and https, logins,
 * hidden addresses, and non-standard ports. Such a port rarely serves a web site with pictures, and links must not be a
 * way to scan other machines' ports. A name that resolves to a hidden address is refused when connecting. Throws a
 * `LinkError`.
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
