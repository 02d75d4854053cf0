/** What Slack delivers, and by which way of the protocol. */
export type DeliveryKind = "slash_commands" | "interactive" | "events_api";

/** How one delivery went. */
export interface Outcome {
  /** Whether Slack was told in time that it is taken. */
  readonly acknowledged: boolean;
  /** What came with the acknowledgement. */
  readonly answer: Readonly<Record<string, unknown>> | undefined;
}

export const NOT_TAKEN: Outcome = { acknowledged: false, answer: undefined };

/** Slack waits so long. */
export const ACK_MS = 3_000;

/** A way to deliver: over a socket that the app has opened, or by HTTP. */
export type Carrier = (
  kind: DeliveryKind,
  payload: Readonly<Record<string, unknown>>,
  retry?: { readonly num: number; readonly reason: string },
) => Promise<Outcome>;
