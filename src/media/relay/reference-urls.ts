import type { Clock } from "../../lib/clock.ts";
import { VIDEO_TIMEOUT_MS } from "../../lib/limits.ts";
import { isMp3Address } from "../../core/request/reference-address.ts";
import type { Reference } from "../../core/request/reference.ts";
import type { Links } from "../link/linked-file.ts";
import type { RelayUrls } from "./relay.ts";

/** Time limit for checking that a platform still shows a file, because a person waits for it. */
const PUBLIC_URL_LOOK_MS = 5_000;

/** Where the gateway can load the references of a clip: from us, or from a platform that shows them publicly. */
export interface ReferenceUrls {
  /** An address for a reference; undefined if there is none. */
  urlFor(reference: Reference): string | undefined;
  /** The address of an accepted reference, which always has one. */
  knownUrlOf(reference: Reference): string;
  /**
   * Whether the gateway can load all of them. For a platform's addresses, this checks that the complete file is still
   * there, which takes a few seconds at most. Our own addresses need no check. Never rejects.
   */
  canLoad(references: readonly Reference[]): Promise<boolean>;
}

/** `links` must accept a platform's public addresses. */
export function createReferenceUrls(options: {
  readonly relay: RelayUrls;
  readonly links: Pick<Links, "look">;
  readonly clock: Clock;
}): ReferenceUrls {
  const { relay, links, clock } = options;

  /**
   * A platform's address, if the gateway may use it. The gateway loads the file when it starts the job, which can be as late as
   * the clip's time limit.
   */
  const publicUrlOf = ({ kind, publicUrl }: Reference): string | undefined => {
    if (publicUrl === undefined || !publicUrl.url.startsWith("https://")) return undefined;
    if (publicUrl.expiresAt - clock.now() < VIDEO_TIMEOUT_MS) return undefined;
    return kind === "audio" && !isMp3Address(publicUrl.url) ? undefined : publicUrl.url;
  };

  const isThere = async (reference: Reference): Promise<boolean> => {
    if (relay.urlFor(reference) !== undefined) return true;
    const url = publicUrlOf(reference);
    if (url === undefined) return false;
    try {
      return (await links.look(url, AbortSignal.timeout(PUBLIC_URL_LOOK_MS))).bytes === reference.bytes;
    } catch {
      return false;
    }
  };

  const urlFor = (reference: Reference): string | undefined => relay.urlFor(reference) ?? publicUrlOf(reference);

  return {
    urlFor,
    knownUrlOf(reference) {
      const url = urlFor(reference);
      if (url === undefined) throw new Error("a clip with references was accepted without an address for them");
      return url;
    },
    canLoad: async (references) => (await Promise.all(references.map(isThere))).every(Boolean),
  };
}
