import type { PlatformName } from "../../../core/chat/conversation.ts";
import type { Clock } from "../../../lib/clock.ts";
import { EaselError } from "../../../lib/errors.ts";
import { openableAddress } from "../../../lib/http/public-address.ts";
import type { ResultTokens } from "./result-token.ts";

/** A page about one result, for where it can't be posted as it is. */
export interface ResultLink {
  readonly url: string;
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number;
}

/** The address that the outside reaches us under; undefined where there is none. */
export interface Base {
  readonly url: string | undefined;
}

/** Makes the addresses of result pages. */
export interface ResultLinks {
  /**
   * The address of a result's page; undefined where Easel has none that people on that platform could open. Throws an `EaselError` that a later
   * try mends while the address is not known yet. It is a secret: who has it sees the result.
   */
  linkTo(batchId: string, ordinal: number, platform: PlatformName): ResultLink | undefined;
}

/** `base`: undefined until it is known. `lifeMs`: how long a link is good. */
export function createResultLinks(options: {
  readonly tokens: ResultTokens;
  readonly clock: Clock;
  readonly lifeMs: number;
  readonly base: () => Base | undefined;
}): ResultLinks {
  return {
    linkTo(batchId, ordinal, platform) {
      const base = options.base();
      if (!base) throw new EaselError("starting", "the address is not known yet", { retryable: true });
      // Whoever reads the Console can open what is beside it.
      const url = platform === "console" ? base.url : openableAddress(base.url);
      if (url === undefined) return undefined;
      const expiresAt = options.clock.now() + options.lifeMs;
      const token = options.tokens.sign({ batchId, ordinal, expiresAt }, "page");
      return { url: `${url.replace(/\/+$/, "")}/results/${token}`, expiresAt };
    },
  };
}
