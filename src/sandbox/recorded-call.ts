import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Longer texts in a recorded body are cut, so that data URLs don't fill the call list. */
const SANDBOX_CALL_TEXT_CHARACTERS = 8_192;
/** A recorded body is cut to this if it is still longer after its texts were cut. */
const SANDBOX_CALL_BODY_CHARACTERS = 65_536;

/** Names of headers, query fields and body fields whose values are secrets, wherever a client puts its key. */
const SECRET_NAME = /^(?:proxy-)?authorization$|^cookie$|(?:^|[-_])(?:api[-_]?key|token|secret|password)$/i;
/** In an address, `key` is a common name for an API key, and `sig` signs a link. */
const SECRET_QUERY_NAME = /^(?:key|sig)$/i;

/** A call's headers with its secrets masked; names are lower case. */
export function maskedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(", ") : (value ?? "");
      return [name, SECRET_NAME.test(name) ? masked(text) : text];
    }),
  );
}

/** A call's address with keys and the signature of a signed link masked. */
export function maskedPath(url: string): string {
  return url.replaceAll(/([?&])([^=&]+)=[^&]*/g, (field, separator: string, name: string) =>
    SECRET_NAME.test(name) || SECRET_QUERY_NAME.test(name) ? `${separator}${name}=***` : field,
  );
}

/** A body as the call list keeps it: parsed if it is JSON, keys masked, long texts cut, and the hash of the received bytes. */
export function recordedBody(bytes: Buffer | undefined): { body: unknown; bodySha256: string | null } {
  if (bytes === undefined || bytes.length === 0) return { body: null, bodySha256: null };
  const bodySha256 = createHash("sha256").update(bytes).digest("hex");
  return { body: recorded(bytes), bodySha256 };
}

function recorded(bytes: Buffer): unknown {
  const text = bytes.length <= SANDBOX_CALL_TEXT_CHARACTERS ? bytes.toString() : undefined;
  try {
    // Only strings are cut, so that the list still shows the shape of a body with data URLs.
    const value: unknown = JSON.parse(text ?? bytes.toString(), (name, inner: unknown) => {
      if (typeof inner !== "string") return inner;
      return SECRET_NAME.test(name) ? "***" : cut(inner, SANDBOX_CALL_TEXT_CHARACTERS);
    });
    if (text !== undefined) return value;
    const again = JSON.stringify(value);
    return again.length > SANDBOX_CALL_BODY_CHARACTERS ? cut(again, SANDBOX_CALL_BODY_CHARACTERS) : value;
  } catch {
    return cut(bytes.subarray(0, SANDBOX_CALL_BODY_CHARACTERS * 4).toString(), SANDBOX_CALL_BODY_CHARACTERS);
  }
}

function cut(text: string, characters: number): string {
  return text.length <= characters ? text : `${text.slice(0, characters)}... (${text.length} characters)`;
}

/** Enough to tell keys apart, too little to use one. */
function masked(header: string): string {
  const [scheme = "", ...rest] = header.split(" ");
  const secret = rest.join(" ");
  if (secret === "") return "***";
  return `${scheme} ${secret.length >= 8 ? `${secret.slice(0, 3)}...${secret.slice(-4)}` : "***"}`;
}
