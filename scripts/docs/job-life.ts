import { JOB_STATES, type JobState, type Service } from "../../src/core/job/job.ts";
import { ownFailure } from "../../src/core/job/failure.ts";
import { transition, type JobEvent, type Transition } from "../../src/core/job/transition.ts";
import { mermaid, table, type Parts } from "./page.ts";

type EventType = JobEvent["type"];

interface Sample {
  /** Distinguishes this event from others of its type. */
  readonly means: string;
  readonly event: JobEvent;
}

const failure = ownFailure("expired");
const guidance = { tier: "1K", timeoutSeconds: 60, milestones: [] };

/** Sample events of each type. A new event type is a type error here until it has a sample. */
const SAMPLES: { readonly [Type in EventType]: readonly (Sample & { readonly event: { readonly type: Type } })[] } = {
  not_sent: [{ means: "no byte of the create left this process", event: { type: "not_sent", delayMs: 1 } }],
  refused_for_now: [
    {
      means: "the gateway refused, and a later try may succeed (429, for example)",
      event: { type: "refused_for_now", delayMs: 1, failure },
    },
  ],
  refused: [{ means: "the gateway refused for good", event: { type: "refused", failure } }],
  created: [
    {
      means: "2xx with an id, even if it arrives late",
      event: { type: "created", remoteId: "id", requestId: undefined, guidance: undefined, deadlineMs: 1 },
    },
  ],
  outcome_unknown: [{ means: "the create was sent, and its outcome is not known", event: { type: "outcome_unknown" } }],
  unknown_given_up: [{ means: "2 hours after the create", event: { type: "unknown_given_up", failure } }],
  remote_completed: [{ means: "the gateway reports success", event: { type: "remote_completed", usage: undefined } }],
  remote_failed: [
    { means: "the gateway reports failure", event: { type: "remote_failed", failure, usage: undefined } },
  ],
  remote_cancelled: [
    {
      means: "the gateway cancelled it before it began to run",
      event: { type: "remote_cancelled", started: false },
    },
    { means: "the gateway cancelled it while it ran", event: { type: "remote_cancelled", started: true } },
  ],
  remote_gone: [
    {
      means: "expired, 410, 404 on three polls an hour apart, or no answer for 72 hours",
      event: { type: "remote_gone", failure },
    },
  ],
  approved: [{ means: "an admin approves it", event: { type: "approved" } }],
  declined: [{ means: "an admin declines it", event: { type: "declined", failure } }],
  cancel_requested: [{ means: "the member cancels", event: { type: "cancel_requested" } }],
  waited_too_long: [
    { means: "24 hours without a slot, or without approval", event: { type: "waited_too_long", failure } },
  ],
  guided: [{ means: "the gateway reports how long it may take", event: { type: "guided", guidance, deadlineAt: 1 } }],
  overdue: [{ means: "past its deadline", event: { type: "overdue" } }],
};

/** How a job is created and gets its slot. The database does this, not `transition`. */
const BEFORE = [
  {
    from: undefined,
    to: "waiting",
    event: "accepted",
    means: "a request is accepted",
    effects: "its quota is reserved",
  },
  {
    from: undefined,
    to: "held",
    event: "accepted",
    means: "a request is accepted that needs an admin's approval",
    effects: "its quota is reserved",
  },
  {
    from: "waiting",
    to: "submitting",
    event: "claimed",
    means: "a worker takes a free slot of a key for it",
    effects: "takes the slot; chooses the key; the fence grows",
  },
] as const;

interface Row {
  readonly from: JobState | undefined;
  readonly to: JobState;
  readonly event: string;
  readonly means: string;
  readonly effects: string;
}

/** The generated parts about a job's life, made by calling `transition` with each event in each state. */
export function jobLifeParts(): Parts {
  const rows: readonly Row[] = [...BEFORE, ...JOB_STATES.flatMap(rowsFrom)];
  return { "job-states": diagram(rows), "job-transitions": rowsTable(rows) };
}

function rowsFrom(from: JobState): readonly Row[] {
  return Object.values(SAMPLES)
    .flat()
    .flatMap(({ event, means }) => {
      const [image, video] = [decide(from, "image", event), decide(from, "video", event)];
      const same = JSON.stringify(image) === JSON.stringify(video);
      const decided = same
        ? [{ decision: image, of: "" }]
        : [
            { decision: image, of: " (picture)" },
            { decision: video, of: " (clip)" },
          ];
      return decided.flatMap(({ decision, of }) =>
        decision
          ? [{ from, to: decision.to, event: event.type, means: `${means}${of}`, effects: effectsOf(decision) }]
          : [],
      );
    });
}

function decide(state: JobState, service: Service, event: JobEvent): Transition | undefined {
  return transition({ state, service }, event);
}

function effectsOf(decision: Transition): string {
  const effects = [
    decision.freesSlot && "frees the slot",
    decision.settlement && `quota ${decision.settlement}`,
    decision.makesArtifact && "the artifact is due",
    decision.created && "stores id, request id and deadline",
    decision.guided && "stores the guidance and the deadline",
    decision.delayMs !== undefined && "not tried again before a delay",
    decision.beginsWaiting && "its 24 hours begin",
    decision.requestsCancel && "stores that it was cancelled",
    decision.marksOverdue && "marked overdue",
    decision.ignoresFence && "written regardless of the fence",
  ];
  return effects.filter((effect) => typeof effect === "string").join("; ");
}

function diagram(rows: readonly Row[]): string {
  const arrows = new Map<string, Set<string>>();
  for (const { from, to, event } of rows) {
    if (from === to) continue;
    const arrow = `${from ?? "[*]"} --> ${to}`;
    arrows.set(arrow, (arrows.get(arrow) ?? new Set()).add(event));
  }
  const left = new Set(rows.flatMap(({ from, to }) => (from === to ? [] : [from])));
  return mermaid(
    "stateDiagram-v2",
    ...[...arrows].map(([arrow, events]) => `  ${arrow} : ${[...events].join(", ")}`),
    ...JOB_STATES.filter((state) => !left.has(state)).map((state) => `  ${state} --> [*]`),
  );
}

function rowsTable(rows: readonly Row[]): string {
  return table(
    ["From", "Event", "Meaning", "To", "In the same transaction"],
    rows.map(({ from, to, event, means, effects }) => [
      from === undefined ? "(none)" : `\`${from}\``,
      `\`${event}\``,
      means,
      from === to ? "(stays)" : `\`${to}\``,
      effects,
    ]),
  );
}
