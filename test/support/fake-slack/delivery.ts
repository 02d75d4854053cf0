/** What Slack delivers, by its name in the protocol. */
export type DeliveryKind = "slash_commands" | "interactive" | "events_api";

/** The outcome of a delivery. */
export interface Outcome {
  /** Whether it was acknowledged in time. */
  readonly acknowledged: boolean;
  /** The payload of the acknowledgement. */
  readonly answer: Readonly<Record<string, unknown>> | undefined;
}

export const NOT_TAKEN: Outcome = { acknowledged: false, answer: undefined };

/** How long Slack waits for an acknowledgement. */
export const ACK_MS = 3_000;

/** A delivery path: a socket that the app opened, or HTTP. */
export type Carrier = (
  kind: DeliveryKind,
  payload: Readonly<Record<string, unknown>>,
  retry?: { readonly num: number; readonly reason: string },
) => Promise<Outcome>;
