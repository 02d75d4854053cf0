import type { IncomingHttpHeaders } from "node:http";

/** A header's value, or the first of several. */
export function headerText(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/**
 * The id with which the gateway's operator can look the call up (`docs/gateway.md#videos-create-response`). Only short visible
 * ASCII is accepted, because messages show it.
 */
export function requestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const id = headerText(headers, "x-gateway-request-id") ?? headerText(headers, "x-request-id");
  return id !== undefined && /^[\x21-\x7e]{1,200}$/.test(id) ? id : undefined;
}

/** The answer's time by its server's clock, in milliseconds since the Unix epoch; undefined without a date header. */
export function madeAt(headers: IncomingHttpHeaders): number | undefined {
  const at = Date.parse(headerText(headers, "date") ?? "");
  return Number.isNaN(at) ? undefined : at;
}

/** Whether a header can carry the key. For example, it can't contain a line break. */
export function isSendableKey(apiKey: string): boolean {
  return /^[\x21-\x7e]{1,4096}$/.test(apiKey);
}
