import type { IncomingHttpHeaders } from "node:http";

/** A header's value; of several the first. */
export function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * The id under which the gateway's operator finds the call (`docs/gateway.md#videos-create-response`). It goes into
 * messages, so only short visible ASCII counts.
 */
export function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const id = headerText(headers, "x-gateway-request-id") ?? headerText(headers, "x-request-id");
  return id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined;
}

/** When the answer was made by the clock of who made it, in milliseconds since the Unix epoch; undefined where it is not said. */
export function madeAt(headers: IncomingHttpHeaders): number | undefined {
  const at = Date.parse(headerText(headers, "date") ?? "");
  return Number.isNaN(at) ? undefined : at;
}

/** Whether a key can stand in a header at all; one with a line break in it can't, and must not be tried. */
export function isSendableKey(apiKey: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(apiKey);
}
