import { z } from "zod";
import { EaselError } from "../errors.ts";

/** What quotas count: pictures, or seconds of clips as they are billed. */
export const UNITS = ["images", "seconds"] as const;
export type Unit = (typeof UNITS)[number];

/** How long a window is: of the calendar, in the zone of the workspace where the quota was set; weeks begin on Mondays. */
export const SPANS = ["day", "week", "month"] as const;
export type Span = (typeof SPANS)[number];

/** A window that has less left than was asked for. */
export const Excess = z.object({
  /** `encodeScope`. */
  scope: z.string(),
  unit: z.enum(UNITS),
  span: z.enum(SPANS),
  amount: z.number(),
  granted: z.number(),
  used: z.number(),
  endsAt: z.coerce.date(),
  timeZone: z.string(),
});
export type Excess = z.infer<typeof Excess>;

/** The request takes more than is left of these quotas; nothing of it was taken in. */
export class OverQuotaError extends EaselError {
  readonly asked: number;
  readonly excess: readonly Excess[];

  constructor(asked: number, excess: readonly Excess[]) {
    super(
      "over_quota",
      `${asked} asked of ${excess.map(({ scope, unit, span }) => `${scope} ${unit} ${span}`).join()}`,
    );
    this.asked = asked;
    this.excess = excess;
  }
}
