import { createHmac } from "node:crypto";
import { stringify } from "node:querystring";
import { record } from "./blocks.ts";
import { ACK_MS, NOT_TAKEN, type Carrier } from "./delivery.ts";
import type { FakeWorld } from "./world.ts";

/** Slack's side of HTTP deliveries. */
export interface HttpCarrier {
  readonly deliver: Carrier;
  /** Breaks off every unanswered delivery. */
  hangUp(): void;
}

/** Deliveries are signed. `target`: the app's address, including `/slack/events`. */
export function httpCarrier(world: FakeWorld, target: () => string): HttpCarrier {
  let line = new AbortController();
  const deliver: Carrier = async (kind, payload, retry) => {
    const isForm = kind !== "events_api";
    const fields = kind === "interactive" ? { payload: JSON.stringify(payload) } : textsOf(payload);
    const body = isForm ? stringify(fields) : JSON.stringify(payload);
    const response = await fetch(target(), {
      method: "POST",
      headers: {
        "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json",
        ...signed(world, body),
        ...(retry ? { "x-slack-retry-num": String(retry.num), "x-slack-retry-reason": retry.reason } : {}),
      },
      body,
      signal: AbortSignal.any([line.signal, AbortSignal.timeout(ACK_MS)]),
    }).catch(() => undefined);
    if (response?.status !== 200) return NOT_TAKEN;
    const text = await response.text();
    return { acknowledged: true, answer: text === "" ? undefined : record(JSON.parse(text)) };
  };
  return {
    deliver,
    hangUp() {
      line.abort();
      line = new AbortController();
    },
  };
}

/** Headers that prove that Slack sent a body. `aheadMs`: the sender's clock error. */
function signed(
  { signingSecret }: Pick<FakeWorld, "signingSecret">,
  body: string,
  aheadMs = 0,
): Record<string, string> {
  const seconds = String(Math.floor((Date.now() + aheadMs) / 1000));
  const signature = createHmac("sha256", signingSecret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": seconds, "x-slack-signature": `v0=${signature}` };
}

function textsOf(payload: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.entries(payload).map(([name, value]) => [name, String(value)]));
}
