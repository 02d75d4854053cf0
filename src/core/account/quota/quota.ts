import { z } from "zod";
import { EaselError } from "../../../lib/errors.ts";
import type { AuditActor } from "../audit.ts";
import { decodeScope, encodeScope, type Scope } from "../policy/scope.ts";

/** What quotas count: pictures, or seconds of clips as they are billed. */
export const UNITS = ["images", "seconds"] as const;
export type Unit = (typeof UNITS)[number];

/** How long a window is: of the calendar, in the zone of the workspace where the quota was set; weeks begin on Mondays. */
export const SPANS = ["day", "week", "month"] as const;
export type Span = (typeof SPANS)[number];

/** A window that has less left than was asked for. */
export const Excess = z.object({
  scope: z.string().transform(decodeScope),
  unit: z.enum(UNITS),
  span: z.enum(SPANS),
  amount: z.number(),
  granted: z.number(),
  used: z.number(),
  endsAt: z.coerce.date(),
  timeZone: z.string(),
});
export type Excess = z.infer<typeof Excess>;

/** The request needs more than is left of these quotas; nothing of it was accepted. */
export class OverQuotaError extends EaselError {
  readonly asked: number;
  readonly excess: readonly Excess[];

  constructor(asked: number, excess: readonly Excess[]) {
    super(
      "over_quota",
      `${asked} asked of ${excess.map(({ scope, unit, span }) => `${encodeScope(scope)} ${unit} ${span}`).join()}`,
    );
    this.asked = asked;
    this.excess = excess;
  }
}

/** What a quota is known by: each scope has at most one of a unit and a span. */
export interface QuotaId {
  readonly scope: Scope;
  readonly unit: Unit;
  readonly span: Span;
}

/** A quota as it stands in its present window. */
export interface QuotaState extends QuotaId {
  readonly amount: number;
  /** On top of it, in this window alone. */
  readonly granted: number;
  /** Reserved or charged; more than there is after an amount was lowered. */
  readonly used: number;
  /** When the next window begins, in that zone. */
  readonly endsAt: Date;
  readonly timeZone: string;
}

/** How much may still be asked for. */
export function leftOf({ amount, granted, used }: Pick<QuotaState, "amount" | "granted" | "used">): number {
  return Math.max(0, amount + granted - used);
}

/** Of a window so many per cent are used: said once of each window. */
export interface QuotaWarning extends QuotaId {
  /** 80 or 100 */
  readonly percent: number;
  readonly used: number;
  /** What each window has, */
  readonly amount: number;
  /** and what this one had on top of it by then. */
  readonly granted: number;
  readonly endsAt: Date;
  readonly timeZone: string;
}

/** In which organisation something is changed, and by whom. */
export interface QuotaChange {
  readonly organisationId: string;
  readonly actor: AuditActor;
}

/** A batch with jobs that were assumed to have been charged, because nobody knows whether the gateway made them. */
export interface Refundable {
  readonly batchId: string;
  readonly requesterName: string;
  readonly model: string;
  readonly unit: Unit;
  readonly amount: number;
}

/** The port to quotas. Every change is kept in the audit. Rejects with `DatabaseUnavailableError` when it can't tell. */
export interface Quotas {
  /** The quotas of these scopes, or all of the organisation, in the order of their scopes. */
  state(organisationId: string, scopes?: readonly Scope[]): Promise<readonly QuotaState[]>;
  /**
   * Sets what a scope may use in each window, from now on and in the zone of the workspace where that is said. What was used in
   * the present window counts, also where that is more.
   */
  set(
    change: QuotaChange,
    quota: QuotaId,
    amount: number,
  ): Promise<{ readonly before: QuotaState | undefined; readonly after: QuotaState }>;
  /** Takes a quota away. Returns what it was, or undefined when there was none. */
  clear(change: QuotaChange, quota: QuotaId): Promise<QuotaState | undefined>;
  /** Puts something on top for the present window alone. Undefined when there is no such quota. */
  grant(
    change: QuotaChange,
    quota: QuotaId,
    amount: number,
  ): Promise<{ readonly before: QuotaState; readonly after: QuotaState } | undefined>;
  /** What could be refunded, the newest first. */
  refundable(organisationId: string): Promise<readonly Refundable[]>;
  /** Gives back what a batch was assumed to have been charged, once. Undefined when there is nothing to give back. */
  refund(change: QuotaChange, batchId: string): Promise<Refundable | undefined>;
}
