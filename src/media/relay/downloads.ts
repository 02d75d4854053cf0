import type { FastifyReply, FastifyRequest } from "fastify";
import type { Clock } from "../../lib/clock.ts";
import { networkOf } from "../../lib/network.ts";

/**
 * Concurrent downloads. Each holds an open file or a connection to the store, and half a MiB of memory while its reader pauses.
 */
export const DOWNLOADS_AT_ONCE = 200;
/** Concurrent downloads of one network, so that none can use all places. A gateway loads fewer references concurrently. */
export const DOWNLOADS_OF_NETWORK = 100;
/**
 * Concurrent downloads of one link: more connections than two browsers open to one server, and room for a gateway that loads in
 * pieces.
 */
export const DOWNLOADS_OF_LINK = 16;

/** The interval at which a reader is checked. Common web servers also disconnect a reader who stalls for this long. */
export const READER_CHECK_MS = 60_000;
/**
 * The minimum that a reader must read between two checks: half of what a player needs for sound at 128 kbit/s. A player that is
 * paused for longer requests the rest when it resumes.
 */
export const READER_CHECK_BYTES = 512 * 1024;

/** The places for downloads in this process. */
export interface Downloads {
  /**
   * Takes a place for an answer's body, until the answer has ended. Breaks the connection of a reader who is too slow. False if
   * there is no place, or if the client has left.
   */
  begin(request: FastifyRequest, reply: FastifyReply): boolean;
}

/**
 * Bounds downloads in number and time, because each holds resources for as long as its reader likes. Counts them in total, by
 * network, and by network and signer (`config.signer`). Refuses one that exceeds a bound: ending another one instead would only
 * make its reader retry.
 * @param bounds.ofSigner the maximum for one signer in one network
 */
export function createDownloads(bounds: {
  readonly ofSigner: number;
  readonly clock: Pick<Clock, "after">;
}): Downloads {
  const { ofSigner, clock } = bounds;
  const counts = new Map<string, number>();
  const add = (name: string, change: 1 | -1): void => {
    const left = (counts.get(name) ?? 0) + change;
    if (left === 0) counts.delete(name);
    else counts.set(name, left);
  };
  return {
    begin(request, { raw }) {
      const network = networkOf(request.ip);
      const signer = request.routeOptions.config.signer?.(request);
      const places = [
        ["all", DOWNLOADS_AT_ONCE],
        [`of ${network}`, DOWNLOADS_OF_NETWORK],
        [`of ${network} with ${typeof signer === "object" ? signer.key : "no key"}`, ofSigner],
      ] as const;
      // The end of a closed answer has already been reported.
      if (raw.destroyed || places.some(([name, most]) => (counts.get(name) ?? 0) >= most)) return false;
      for (const [name] of places) add(name, 1);
      const stop = watchReader(request, clock);
      raw.once("close", () => {
        stop();
        for (const [name] of places) add(name, -1);
      });
      return true;
    },
  };
}

/**
 * Breaks the connection once too little was read between two checks. What fits into the network's buffers counts as read.
 * Returns a function that ends the checks.
 */
function watchReader({ raw: { socket } }: FastifyRequest, clock: Pick<Clock, "after">): () => void {
  let stop = (): void => {};
  const check = (before: number): void => {
    stop = clock.after(READER_CHECK_MS, () => {
      const now = socket.bytesWritten;
      if (now - before < READER_CHECK_BYTES) socket.destroy();
      else check(now);
    });
  };
  check(socket.bytesWritten);
  return () => stop();
}
