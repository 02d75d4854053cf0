import type { Clock } from "../../../lib/clock.ts";
import type { Logger } from "../../../lib/log/log.ts";

/** Slack waits 3 s for an answer. Slower work is acknowledged as in progress and answered later. */
export const SLACK_PATIENCE_MS = 2_200;

/**
 * `told` means that Slack accepted this acknowledgement. `late` means that an earlier one was sent. `lost` means that
 * none can be sent any more, so Slack shows a failure.
 */
export type Given = "told" | "late" | "lost";

/** Acknowledges a delivery to Slack at most once, with the content that Slack should show. */
export interface Acknowledgement {
  /** Never rejects. Unless it returns `told`, the answer must be sent another way. */
  give(body?: Record<string, unknown>): Promise<Given>;
  /** Ends the acknowledgement: nothing more will be sent. */
  end(): void;
}

export interface AcknowledgementOptions {
  /** Slack's own `ack`. Rejects when the connection that delivered the event is gone. */
  readonly send: (body?: Record<string, unknown>) => Promise<void>;
  /** The interim acknowledgement for slow work, sent before Slack reports a failure. */
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
