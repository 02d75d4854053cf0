import type { SizeTier } from "../../core/request/image/image-size.ts";

/** `durationGuidance` of `docs/gateway.md#images-created-response`. */
export interface Guidance {
  readonly tier: string;
  readonly timeoutSeconds: number;
  readonly milestones: readonly GuidanceMilestone[];
}

interface GuidanceMilestone {
  readonly percentile: number;
  readonly seconds: number;
  readonly level: string;
  readonly cardMessage: string;
  readonly detailTitle: string;
  readonly detailBody: string;
}

/** Far longer than a picture takes here. As with a real service, larger pictures have more time. */
const TIMEOUT_SECONDS: Readonly<Record<SizeTier, number>> = { "1K": 300, "2K": 420, "4K": 600 };

const MILESTONES: readonly GuidanceMilestone[] = [
  {
    percentile: 50,
    seconds: 2,
    level: "info",
    cardMessage: "Half of such pictures are ready by now",
    detailTitle: "On its way",
    detailBody: "Half of the pictures of this size are ready after 2 seconds.",
  },
  {
    percentile: 90,
    seconds: 4,
    level: "notice",
    cardMessage: "Taking a little longer than usual",
    detailTitle: "A little longer",
    detailBody: "Nine of ten pictures of this size are ready after 4 seconds. This one is still being made.",
  },
  {
    percentile: 99,
    seconds: 15,
    level: "warning",
    cardMessage: "Taking much longer than usual, still working on it",
    detailTitle: "Much longer",
    detailBody:
      "Almost all pictures of this size are ready after 15 seconds. This one has not failed; it can be cancelled.",
  },
];

export function guidanceFor(tier: SizeTier): Guidance {
  return { tier, timeoutSeconds: TIMEOUT_SECONDS[tier], milestones: MILESTONES };
}
