import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JobFailure } from "../../../../src/core/job/failure.ts";
import { hasEnded, JOB_STATES, type JobState, type Service } from "../../../../src/core/job/job.ts";
import { transition, type JobEvent, type Transition } from "../../../../src/core/job/transition.ts";

const failure: JobFailure = { reason: "gateway", code: "invalid_value" };
const created: JobEvent = {
  type: "created",
  remoteId: "r-1",
  requestId: "q-1",
  guidance: undefined,
  deadlineMs: 60_000,
};
const SERVICES: readonly Service[] = ["image", "video"];

/** Every event, with one of each variant that is decided differently. */
const EVENTS = {
  created,
  not_sent: { type: "not_sent", delayMs: 1_000 },
  "not_sent, gateway unreachable": { type: "not_sent", delayMs: 1_000, failure },
  refused_for_now: { type: "refused_for_now", delayMs: 2_000, failure },
  refused: { type: "refused", failure },
  outcome_unknown: { type: "outcome_unknown" },
  "outcome_unknown after an answer": { type: "outcome_unknown", failure },
  unknown_given_up: { type: "unknown_given_up", failure },
  remote_completed: { type: "remote_completed", usage: { images: 1 } },
  remote_failed: { type: "remote_failed", failure, usage: { billing_status: "free" } },
  "remote_cancelled before it started": { type: "remote_cancelled", started: false },
  "remote_cancelled after it started": { type: "remote_cancelled", started: true },
  remote_gone: { type: "remote_gone", failure },
  cancel_requested: { type: "cancel_requested" },
  approved: { type: "approved" },
  declined: { type: "declined", failure },
  waited_too_long: { type: "waited_too_long", failure },
  guided: { type: "guided", guidance: { tier: undefined, timeoutSeconds: 90, milestones: [] }, deadlineAt: 5 },
  overdue: { type: "overdue" },
} as const satisfies Record<string, JobEvent>;
type EventName = keyof typeof EVENTS;

interface Row {
  readonly from: JobState;
  readonly event: EventName;
  /** The cases in which the two services differ. */
  readonly service?: Service;
  readonly becomes: Omit<Transition, "from">;
}

/** The table of the job's life, by hand. Missing combinations have no meaning. */
const TABLE: readonly Row[] = [
  { from: "submitting", event: "created", becomes: { to: "running", created, ignoresFence: true } },
  {
    from: "submitting",
    event: "not_sent",
    becomes: { to: "waiting", freesSlot: true, delayMs: 1_000, refused: true },
  },
  {
    from: "submitting",
    event: "not_sent, gateway unreachable",
    becomes: { to: "waiting", freesSlot: true, delayMs: 1_000, refused: true, failure },
  },
  {
    from: "submitting",
    event: "refused_for_now",
    service: "image",
    becomes: { to: "waiting", freesSlot: true, delayMs: 2_000, refused: true, failure },
  },
  {
    from: "submitting",
    event: "refused_for_now",
    service: "video",
    becomes: { to: "failed", freesSlot: true, settlement: "released", failure },
  },
  {
    from: "submitting",
    event: "refused",
    becomes: { to: "failed", freesSlot: true, settlement: "released", failure },
  },
  { from: "submitting", event: "outcome_unknown", becomes: { to: "unknown" } },
  { from: "submitting", event: "outcome_unknown after an answer", becomes: { to: "unknown", failure } },
  { from: "unknown", event: "created", becomes: { to: "running", created, ignoresFence: true } },
  {
    from: "unknown",
    event: "unknown_given_up",
    becomes: { to: "failed", freesSlot: true, settlement: "assumed", failure },
  },
  {
    from: "running",
    event: "remote_completed",
    becomes: { to: "succeeded", freesSlot: true, settlement: "charged", usage: { images: 1 }, makesArtifact: true },
  },
  {
    from: "running",
    event: "remote_failed",
    becomes: { to: "failed", freesSlot: true, settlement: "released", failure, usage: { billing_status: "free" } },
  },
  {
    from: "running",
    event: "remote_cancelled before it started",
    becomes: { to: "cancelled", freesSlot: true, settlement: "released" },
  },
  {
    from: "running",
    event: "remote_cancelled after it started",
    becomes: { to: "cancelled", freesSlot: true, settlement: "charged" },
  },
  {
    from: "running",
    event: "remote_gone",
    becomes: { to: "expired", freesSlot: true, settlement: "charged", failure },
  },
  ...(["waiting", "held"] as const).map((from) => ({
    from,
    event: "cancel_requested" as const,
    becomes: {
      to: "cancelled" as const,
      settlement: "released" as const,
      requestsCancel: true as const,
      ignoresFence: true as const,
    },
  })),
  { from: "held", event: "approved", becomes: { to: "waiting", beginsWaiting: true } },
  { from: "held", event: "declined", becomes: { to: "failed", settlement: "released", failure } },
  { from: "held", event: "waited_too_long", becomes: { to: "failed", settlement: "released", failure } },
  ...(["submitting", "unknown", "running"] as const).map((from) => ({
    from,
    event: "cancel_requested" as const,
    becomes: { to: from, requestsCancel: true as const, ignoresFence: true as const },
  })),
  { from: "waiting", event: "waited_too_long", becomes: { to: "failed", settlement: "released", failure } },
  { from: "running", event: "guided", becomes: { to: "running", guided: EVENTS.guided } },
  { from: "running", event: "overdue", becomes: { to: "running", marksOverdue: true } },
];

const eventNames = Object.keys(EVENTS).filter((name): name is EventName => name in EVENTS);
const combinations = SERVICES.flatMap((service) =>
  JOB_STATES.flatMap((from) => eventNames.map((event) => ({ service, from, event }))),
);

function rowFor(service: Service, from: JobState, event: EventName): Row | undefined {
  return TABLE.find(
    (row) => row.from === from && row.event === event && (row.service === undefined || row.service === service),
  );
}

describe("the table of a job's life", () => {
  const meaningful = combinations.filter(({ service, from, event }) => rowFor(service, from, event));
  const meaningless = combinations.filter(({ service, from, event }) => !rowFor(service, from, event));

  it("is complete: both services, every state, every event", () => {
    expect(combinations).toHaveLength(2 * 9 * 19);
    // Every row is reached, and nearly all apply to both services.
    expect(meaningful).toHaveLength(TABLE.length * 2 - 2);
  });

  it.each(meaningful)("$service: $from, $event", ({ service, from, event }) => {
    const row = rowFor(service, from, event);
    expect(transition({ state: from, service }, EVENTS[event])).toStrictEqual({ from, ...row?.becomes });
  });

  it.each(meaningless)("$service: $from ignores $event", ({ service, from, event }) => {
    expect(transition({ state: from, service }, EVENTS[event])).toBeUndefined();
  });
});

describe("for every sequence of events", () => {
  const sequences = fc.array(fc.constantFrom(...eventNames), { maxLength: 30 });
  const services = fc.constantFrom(...SERVICES);

  it("never leaves a final state, and settles exactly at the end", () => {
    fc.assert(
      fc.property(services, sequences, (service, names) => {
        let state: JobState = "waiting";
        const settlements: string[] = [];
        for (const name of names) {
          // The store makes claims; without one nothing would get beyond waiting.
          if (state === "waiting" && name !== "cancel_requested" && name !== "waited_too_long") state = "submitting";
          const before: JobState = state;
          const move = transition({ state: before, service }, EVENTS[name]);
          if (hasEnded(before)) expect(move).toBeUndefined();
          if (!move) continue;
          expect(move.from).toBe(before);
          expect(move.settlement !== undefined).toBe(hasEnded(move.to));
          if (move.settlement !== undefined) settlements.push(move.settlement);
          state = move.to;
        }
        expect(settlements).toHaveLength(hasEnded(state) ? 1 : 0);
      }),
    );
  });

  it("frees the slot exactly when the job leaves the gateway", () => {
    const atTheGateway: ReadonlySet<JobState> = new Set(["submitting", "unknown", "running"]);
    for (const { service, from, event } of combinations) {
      const move = transition({ state: from, service }, EVENTS[event]);
      if (!move) continue;
      const leaves = atTheGateway.has(move.from) && !atTheGateway.has(move.to);
      expect(move.freesSlot ?? false, `${from}, ${event}`).toBe(leaves);
    }
  });

  it("makes an artifact only on success, and gives every failure a reason", () => {
    for (const { service, from, event } of combinations) {
      const move = transition({ state: from, service }, EVENTS[event]);
      if (!move) continue;
      expect(move.makesArtifact ?? false).toBe(move.to === "succeeded");
      if (move.to === "failed" || move.to === "expired") expect(move.failure).toBeDefined();
    }
  });

  it("never resends a refused video", () => {
    const again = combinations.filter(
      ({ from, event }) =>
        from !== "held" && transition({ state: from, service: "video" }, EVENTS[event])?.to === "waiting",
    );
    expect(new Set(again.map(({ event }) => event))).toEqual(new Set(["not_sent", "not_sent, gateway unreachable"]));
  });
});
