import type { Clock } from "../../../lib/clock.ts";
import { openableAddress } from "../../../lib/http/public-address.ts";
import type { ResultTokens } from "./result-token.ts";

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

/**
 * `baseUrl` is the address under which Easel is reached, if there is one. `lifeMs` is how long a link is valid, in
 * milliseconds.
 */
export function createResultLinks(options: {
  readonly tokens: ResultTokens;
  readonly clock: Clock;
  readonly lifeMs: number;
  readonly baseUrl: string | undefined;
}): ResultLinks {
  return {
    linkTo(batchId, ordinal, opensLocalLinks) {
      const url = opensLocalLinks ? options.baseUrl : openableAddress(options.baseUrl);
      if (url === undefined) return undefined;
      const expiresAt = options.clock.now() + options.lifeMs;
      const token = options.tokens.sign({ batchId, ordinal, expiresAt }, "page");
      return { url: `${url.replace(/\/+$/, "")}/results/${token}`, expiresAt };
    },
  };
}
