import { z } from "zod";
import { EaselError } from "../../../lib/errors.ts";
import { MAX_QUOTAS } from "../../../lib/limits.ts";
import type { AuditActor } from "../audit.ts";
import { decodeScope, encodeScope, type Scope } from "../policy/scope.ts";

/** What quotas count: pictures, or seconds of clips as billed. */
export const UNITS = ["images", "seconds"] as const;
export type Unit = (typeof UNITS)[number];

/** Money in a currency, such as `money:EUR`. Amounts are whole millionths of it. */
export type MoneyUnit = `money:${string}`;
/** What a quota counts: pictures, seconds of clips, or what they cost. */
export const QuotaUnit = z.union([z.enum(UNITS), z.templateLiteral(["money:", z.string().regex(/^[A-Z]{3}$/)])]);
export type QuotaUnit = z.infer<typeof QuotaUnit>;
/** The decimal places of quotas in money: as many as a price may have. */
export const MONEY_DIGITS = 6;

/** The unit of quotas in a currency. */
export function moneyUnit(currency: string): MoneyUnit {
  return `money:${currency}`;
}

/** The currency of a quota in money. */
export function currencyOf(unit: MoneyUnit): string {
  return unit.slice("money:".length);
}

export function isMoney(unit: QuotaUnit): unit is MoneyUnit {
  return unit.startsWith("money:");
}

/** Calendar windows, in the time zone of the workspace where the quota was set; weeks begin on Monday. */
export const SPANS = ["day", "week", "month"] as const;
export type Span = (typeof SPANS)[number];

/** A window that has less left than requested. */
export const Excess = z.object({
  scope: z.string().transform(decodeScope),
  unit: QuotaUnit,
  span: z.enum(SPANS),
  amount: z.number(),
  granted: z.number(),
  used: z.number(),
  /** The amount that the request needs. */
  asked: z.number(),
  endsAt: z.coerce.date(),
  timeZone: z.string(),
});
export type Excess = z.infer<typeof Excess>;

/** The request needs more than is left of these quotas. The whole request is refused. */
export class OverQuotaError extends EaselError {
  readonly excess: readonly Excess[];

  constructor(excess: readonly Excess[]) {
    super(
      "over_quota",
      `the request needs more than is left of ${excess.map(({ asked, ...quota }) => `${shownId(quota)} (${asked})`).join()}`,
    );
    this.excess = excess;
  }
}

/** Quotas in money apply to the request, but its price in their currency is unknown. The whole request is refused. */
export class NoPriceError extends EaselError {
  readonly quotas: readonly QuotaId[];

  constructor(quotas: readonly QuotaId[]) {
    super("no_price", `the request has no price, which these quotas need: ${quotas.map(shownId).join()}`);
    this.quotas = quotas;
  }
}

function shownId({ scope, unit, span }: QuotaId): string {
  return `${encodeScope(scope)} ${unit} ${span}`;
}

/** The organisation already has `MAX_QUOTAS` quotas. */
export class TooManyQuotasError extends EaselError {
  constructor() {
    super("too_many_quotas", `the organisation has ${MAX_QUOTAS} quotas already`);
  }
}

/** A quota's identity: each scope has at most one per unit and span. */
export interface QuotaId {
  readonly scope: Scope;
  readonly unit: QuotaUnit;
  readonly span: Span;
}

/** A quota in its current window. */
export interface QuotaState extends QuotaId {
  readonly amount: number;
  /** Extra amount, in this window only. */
  readonly granted: number;
  /** Reserved or charged. Can exceed the amount after an admin lowered it. */
  readonly used: number;
  /** When the next window begins, in the quota's time zone. */
  readonly endsAt: Date;
  readonly timeZone: string;
}

/** The remaining amount. */
export function leftOf({ amount, granted, used }: Pick<QuotaState, "amount" | "granted" | "used">): number {
  return Math.max(0, amount + granted - used);
}

/** How much of a quota is used, from 0 to 1. A quota of zero is used up. */
export function usedPart({ amount, granted, used }: Pick<QuotaState, "amount" | "granted" | "used">): number {
  return used >= amount + granted ? 1 : used / (amount + granted);
}

/** A window has reached this percentage; sent once per window. */
export interface QuotaWarning extends QuotaId {
  /** 80 or 100 */
  readonly percent: number;
  readonly used: number;
  /** The amount per window. */
  readonly amount: number;
  /** This window's extra amount when the warning was issued. */
  readonly granted: number;
  readonly endsAt: Date;
  readonly timeZone: string;
}

/** The organisation of a change, and the person who makes it. */
export interface QuotaChange {
  readonly organisationId: string;
  readonly actor: AuditActor;
}

/** A batch with jobs that were assumed to be charged, because the gateway never confirmed their outcome. */
export interface Refundable {
  readonly batchId: string;
  readonly requesterName: string;
  readonly model: string;
  readonly unit: Unit;
  readonly amount: number;
}

/** The port to quotas. Every change is audited. Rejects with `DatabaseUnavailableError` if the database is unavailable. */
export interface Quotas {
  /** The quotas of these scopes, or all of the organisation's, ordered by scope. */
  state(organisationId: string, scopes?: readonly Scope[]): Promise<readonly QuotaState[]>;
  /**
   * Sets a scope's amount per window, effective immediately, in the time zone of the workspace where it is set. Usage in the
   * current window counts, even if it exceeds the amount. Rejects with `TooManyQuotasError` if a new quota would exceed
   * `MAX_QUOTAS`.
   */
  set(
    change: QuotaChange,
    quota: QuotaId,
    amount: number,
  ): Promise<{ readonly before: QuotaState | undefined; readonly after: QuotaState }>;
  /** Removes a quota. Returns its last state; undefined if there was none. */
  clear(change: QuotaChange, quota: QuotaId): Promise<QuotaState | undefined>;
  /** Grants an extra amount in the current window. Undefined if there is no such quota. */
  grant(
    change: QuotaChange,
    quota: QuotaId,
    amount: number,
  ): Promise<{ readonly before: QuotaState; readonly after: QuotaState } | undefined>;
  /** Refundable batches, newest first. */
  refundable(organisationId: string): Promise<readonly Refundable[]>;
  /** Refunds a batch's assumed charges, once. Undefined if there is nothing to refund. */
  refund(change: QuotaChange, batchId: string): Promise<Refundable | undefined>;
}
