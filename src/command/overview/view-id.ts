import { SPANS, type Span } from "../../core/account/quota/quota.ts";

/** What the overview's menu offers, in this order. */
export const SUBJECTS = [
  "channel",
  "workspace",
  "organisation",
  "groups",
  "keys",
  "quotas",
  "people",
  "pauses",
  "approvals",
  "failures",
  "usage",
  "audit",
  "doctor",
] as const;
export type Subject = (typeof SUBJECTS)[number];

/** The places that an admin can pause with a button. */
export const PAUSED_PLACES = ["channel", "workspace", "organisation"] as const;
type PausedPlace = (typeof PAUSED_PLACES)[number];

/** How the overview groups usage. Only the typed command groups by channel, because some channels are private. */
export const SHOWN_BY = ["member", "model"] as const;
export type ShownBy = (typeof SHOWN_BY)[number];

/** What a button or a choice of the overview leads to, encoded in its id, so that it never expires. */
export type OverviewPress =
  | { readonly kind: "home" }
  | { readonly kind: "subject"; readonly subject: Subject }
  /** The rules of a group. */
  | { readonly kind: "group"; readonly groupId: string }
  /** A page of the pending approvals, counted from 0. */
  | { readonly kind: "approvals"; readonly page: number }
  | { readonly kind: "usage"; readonly span: Span; readonly by: ShownBy }
  | { readonly kind: "pause" | "resume"; readonly place: PausedPlace }
  /** Runs a typed command that a subject offers, by its key in `RUNS`. */
  | { readonly kind: "run"; readonly run: string };

const SUBJECT = new RegExp(`^overview:(${SUBJECTS.join("|")})$`);
const GROUP = /^overview:group:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;
const APPROVALS = /^overview:approvals:(\d{1,3})$/;
const USAGE = new RegExp(`^overview:usage:(${SPANS.join("|")}):(${SHOWN_BY.join("|")})$`);
const PAUSE = new RegExp(`^overview:(pause|resume):(${PAUSED_PLACES.join("|")})$`);
const RUN = /^overview:run:([a-zA-Z]{1,30})$/;

/** Undefined if it is not an id of the overview. */
export function readOverviewPress(id: string): OverviewPress | undefined {
  if (id === "overview:home") return { kind: "home" };
  const subject = SUBJECT.exec(id)?.[1];
  if (subject !== undefined) return { kind: "subject", subject: known(SUBJECTS, subject) };
  const groupId = GROUP.exec(id)?.[1];
  if (groupId !== undefined) return { kind: "group", groupId };
  const page = APPROVALS.exec(id)?.[1];
  if (page !== undefined) return { kind: "approvals", page: Number(page) };
  const [, span, by] = USAGE.exec(id) ?? [];
  if (span !== undefined) return { kind: "usage", span: known(SPANS, span), by: known(SHOWN_BY, by) };
  const [, act, place] = PAUSE.exec(id) ?? [];
  if (act !== undefined) return { kind: act === "pause" ? "pause" : "resume", place: known(PAUSED_PLACES, place) };
  const run = RUN.exec(id)?.[1];
  return run === undefined ? undefined : { kind: "run", run };
}

/** The reverse of `readOverviewPress`; at most 100 characters. */
export function overviewPressId(press: OverviewPress): string {
  switch (press.kind) {
    case "home":
      return "overview:home";
    case "subject":
      return `overview:${press.subject}`;
    case "group":
      return `overview:group:${press.groupId}`;
    case "approvals":
      return `overview:approvals:${press.page}`;
    case "usage":
      return `overview:usage:${press.span}:${press.by}`;
    case "pause":
    case "resume":
      return `overview:${press.kind}:${press.place}`;
    case "run":
      return `overview:run:${press.run}`;
  }
}

function known<T extends string>(all: readonly T[], given: string | undefined): T {
  const found = all.find((one) => one === given);
  if (found === undefined) throw new Error(`not offered: ${given}`);
  return found;
}
