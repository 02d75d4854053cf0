import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";

/** Slack waits 3 s for an answer. What takes longer is told to be under way, and answered later. */
export const SLACK_PATIENCE_MS = 2_200;

/** `told`: Slack was told just now. `late`: it had been told before. `lost`: it can't be told any more, so it shows a failure. */
export type Given = "told" | "late" | "lost";

/** Tells Slack that a delivery was taken, at most once, together with what Slack is to show. */
export interface Acknowledgement {
  /** Never rejects. After anything but `told`, an answer must go another way. */
  give(body?: Record<string, unknown>): Promise<Given>;
  /** Nothing more will be told. */
  end(): void;
}

export interface AcknowledgementOptions {
  /** Slack's own; rejects when the connection that brought the delivery is gone. */
  readonly send: (body?: Record<string, unknown>) => Promise<void>;
  /** What to tell Slack when nothing was told for long, before Slack calls it a failure. */
  readonly meanwhile: () => Record<string, unknown> | undefined;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createAcknowledgement({ send, meanwhile, clock, log }: AcknowledgementOptions): Acknowledgement {
  let first: Promise<boolean> | undefined;
  const tell = async (body?: Record<string, unknown>): Promise<boolean> => {
    try {
      await send(body);
      return true;
    } catch (error) {
      log.info({ err: error }, "a delivery from Slack could not be acknowledged in time");
      return false;
    }
  };
  const give = async (body?: Record<string, unknown>): Promise<Given> => {
    if (first) return (await first) ? "late" : "lost";
    end();
    first = tell(body);
    return (await first) ? "told" : "lost";
  };
  const end = clock.after(SLACK_PATIENCE_MS, () => void give(meanwhile()));
  return { give, end };
}
