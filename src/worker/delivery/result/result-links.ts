import type { Clock } from "../../../lib/clock.ts";
import { openableAddress } from "../../../lib/http/address-scope.ts";
import type { ResultGrant, ResultTokens } from "./result-token.ts";

const PATH = "/results/";

/** A page with one result, for when it can't be posted unchanged. */
export interface ResultLink {
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** Creates the addresses of result pages. */
export interface ResultLinks {
  /**
   * The address of a result's page. Undefined if Easel has no address that its readers could open. `opensLocalLinks` is
   * the platform's capability. The address is a secret: anyone who has it can see the result.
   */
  linkTo(batchId: string, ordinal: number, opensLocalLinks: boolean): ResultLink | undefined;
}

/** Reads the addresses of result pages. */
export interface ResultLinkReader {
  /** The result whose page is at this address. Undefined for any other address, and for an expired link. */
  read(url: string): ResultGrant | undefined;
}

/**
 * `baseUrl` is the address under which Easel is reached, if there is one. `lifeMs` is how long a link is valid, in
 * milliseconds.
 */
export function createResultLinks(options: {
  readonly tokens: ResultTokens;
  readonly clock: Clock;
  readonly lifeMs: number;
  readonly baseUrl: string | undefined;
}): ResultLinks & ResultLinkReader {
  const { tokens, clock } = options;
  return {
    read(url) {
      const base = options.baseUrl?.replace(/\/+$/, "");
      if (base === undefined || !url.startsWith(`${base}${PATH}`)) return undefined;
      const grant = tokens.read(url.slice(base.length + PATH.length), "page");
      return grant && grant.expiresAt > clock.now() ? grant : undefined;
    },
    linkTo(batchId, ordinal, opensLocalLinks) {
      const url = opensLocalLinks ? options.baseUrl : openableAddress(options.baseUrl);
      if (url === undefined) return undefined;
      const expiresAt = clock.now() + options.lifeMs;
      const token = tokens.sign({ batchId, ordinal, expiresAt }, "page");
      return { url: `${url.replace(/\/+$/, "")}${PATH}${token}`, expiresAt };
    },
  };
}
