import { NotSentError } from "../gateway-error.ts";
import { isSendableKey } from "./headers.ts";

/**
 * The address of a path below a base URL, which may have its own path (`https://host/gateway`). Throws a TypeError when the
 * base is not an http or https URL.
 */
export function addressOf(baseUrl: string, path: string): URL {
  return new URL(`${prefixOf(baseUrl)}${path}`);
}

/** Cached prefixes of addresses, by base URL: nearly all calls use the same two. */
const prefixes = new Map<string, string>();
/** The cache's size. Old jobs may have other base URLs than the configured ones. */
const PREFIXES = 8;

function prefixOf(baseUrl: string): string {
  const known = prefixes.get(baseUrl);
  if (known !== undefined) return known;
  const base = new URL(baseUrl);
  if (base.protocol !== "http:" && base.protocol !== "https:") throw new TypeError("not an http or https address");
  const prefix = `${base.origin}${base.pathname.replace(/\/+$/, "")}`;
  if (prefixes.size >= PREFIXES) prefixes.clear();
  prefixes.set(baseUrl, prefix);
  return prefix;
}

/**
 * Parses `given`, an address from the gateway, if it is below `path` at the same base URL. Only such addresses get the key: the
 * contract has no other place for results (`docs/gateway.md#images-result`).
 */
export function addressBelow(baseUrl: string, path: string, given: string | undefined): URL | undefined {
  if (given === undefined || !URL.canParse(given)) return undefined;
  const root = addressOf(baseUrl, path);
  const url = new URL(given);
  if (url.origin !== root.origin || url.username !== "" || url.password !== "") return undefined;
  return url.pathname.startsWith(root.pathname) && url.pathname.length > root.pathname.length ? url : undefined;
}

/** The address of a path below a base URL, with its key. Throws a `NotSentError` when no request can be made of them. */
export function addressWithKey(
  baseUrl: string,
  apiKey: string,
  path: string,
): { readonly url: URL; readonly apiKey: string } {
  if (!isSendableKey(apiKey)) throw new NotSentError("the key contains characters that a header can't carry");
  try {
    return { url: addressOf(baseUrl, path), apiKey };
  } catch (error) {
    throw new NotSentError("the base URL is not an http or https address", error);
  }
}
