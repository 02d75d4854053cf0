import type { Clock } from "../../clock.ts";
import { SLACK_PATIENCE_MS } from "../../limits.ts";

/** Tells Slack that something was taken, at most once, and with what it shall show by itself. */
export interface Acknowledgement {
  /** True when this was the one; false when Slack has been told already, and the answer must go another way. */
  give(body?: Record<string, unknown>): Promise<boolean>;
  /** Nothing is pending any more. */
  end(): void;
}

/** `send` is Slack's own. When nothing is said for long, `meanwhile` is, before Slack calls it a failure. */
export function createAcknowledgement(
  send: (body?: Record<string, unknown>) => Promise<void>,
  clock: Clock,
  meanwhile: () => Record<string, unknown> | undefined,
): Acknowledgement {
  let given = false;
  const give = async (body?: Record<string, unknown>): Promise<boolean> => {
    if (given) return false;
    given = true;
    end();
    await send(body);
    return true;
  };
  const end = clock.after(SLACK_PATIENCE_MS, () => void give(meanwhile()).catch(() => {}));
  return { give, end };
}
