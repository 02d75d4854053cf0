/** A kind of span, in OpenTelemetry's terms. */
export interface SpanType {
  /** `server`: a person waits for it. `client`: a call to another service. */
  readonly kind: "server" | "client" | "internal";
  /** The first span of its trace. The trace's other spans are its children. */
  readonly isFirst?: true;
  readonly help: string;
}

/** All spans, from which `docs/reference/traces.md` is generated. */
export const SPANS = {
  "chat event": {
    kind: "server",
    isFirst: true,
    help: "a chat event, from its arrival until it was acknowledged or answered; one that requests nothing is a trace of its own",
  },
  "accept request": { kind: "internal", help: "the transaction that accepted the request" },
  "wait for a slot": { kind: "internal", help: "a job, from its acceptance or approval until it got a slot" },
  "create at the gateway": { kind: "client", help: "one try to create the job at the gateway" },
  "watch at the gateway": {
    kind: "internal",
    help: "the job at the gateway, from when this process began to watch it until its end was stored",
  },
  "fetch artifact": {
    kind: "internal",
    help: "the fetching of what the job made, from when this process could begin until it was stored or given up",
  },
  "take over job": { kind: "internal", help: "the call that gave a job of a dead or ended process to this one" },
  "post message": { kind: "client", help: "one try to post a message of the batch" },
} as const satisfies Readonly<Record<string, SpanType>>;

export type SpanName = keyof typeof SPANS;

/**
 * The attributes of spans, with OpenTelemetry's names where they exist and `easel.` otherwise. Only codes and ids that the log
 * also contains: no text by people, no names of people or files, no addresses other than hosts, no keys.
 */
export const ATTRIBUTES = {
  "easel.event": "the event's id, as `event` in the log",
  "easel.event.kind": "command, text, button, action or form",
  "easel.batch": "the batch's id",
  "easel.job": "the job's id",
  "easel.platform": "discord, slack or console",
  "easel.service": "image or video",
  "easel.model": "the model; `other` for models that Easel's catalogue doesn't know",
  "easel.request_id": "the gateway's request id, as `requestId` in the log",
  "easel.outcome": "of a create: created, refused, refused_for_now, not_sent or unknown",
  "easel.job.state": "the state that the job reached, or in which it was taken over",
  "easel.job.fence": "how often the job has changed hands, plus 1",
  "easel.post": "the message: notice, result, late, undo, direct, approval or approval-here",
  "error.type": "why it failed, as a code; absent if it did not",
  "http.request.method": "of a create",
  "http.response.status_code": "of a refused create",
  "server.address": "the gateway's host",
  "server.port": "the gateway's port",
} as const;

export type Attributes = { readonly [Name in keyof typeof ATTRIBUTES]?: string | number | undefined };
