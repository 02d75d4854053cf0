import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** Longer texts in a recorded body are cut, so that data URLs don't fill the call list. */
const SANDBOX_CALL_TEXT_CHARACTERS = 8_192;
/** A recorded body is cut to this if it is still longer after its texts were cut. */
const SANDBOX_CALL_BODY_CHARACTERS = 65_536;

/** Headers whose values are secrets. */
const SECRET_HEADERS = new Set(["authorization", "proxy-authorization", "cookie", "x-api-key"]);

/** A call's headers with its secrets masked; names are lower case. */
export function maskedHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(", ") : (value ?? "");
      return [name, SECRET_HEADERS.has(name) ? masked(text) : text];
    }),
  );
}

/** A call's address with the signature of a signed link masked. */
export function maskedPath(url: string): string {
  return url.replaceAll(/([?&]sig=)[^&]*/g, "$1***");
}

/** A body as the call list keeps it: parsed if it is JSON, long texts cut, and the hash of the received bytes. */
export function recordedBody(bytes: Buffer | undefined): { body: unknown; bodySha256: string | null } {
  if (bytes === undefined || bytes.length === 0) return { body: null, bodySha256: null };
  const bodySha256 = createHash("sha256").update(bytes).digest("hex");
  return { body: recorded(bytes), bodySha256 };
}

function recorded(bytes: Buffer): unknown {
  const text = bytes.length <= SANDBOX_CALL_TEXT_CHARACTERS ? bytes.toString() : undefined;
  try {
    // Only strings are cut, so that the list still shows the shape of a body with data URLs.
    const value: unknown = JSON.parse(text ?? bytes.toString(), (_, inner: unknown) =>
      typeof inner === "string" ? cut(inner, SANDBOX_CALL_TEXT_CHARACTERS) : inner,
    );
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
