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
   * The address of a result's page; undefined where Easel has none that its readers could open. `opensLocalLinks` is the
   * platform's capability. The address is a secret: who has it sees the result.
   */
  linkTo(batchId: string, ordinal: number, opensLocalLinks: boolean): ResultLink | undefined;
}

/** `baseUrl`: the address that Easel is reached under, where there is one. `lifeMs`: how long a link is good, in milliseconds. */
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
