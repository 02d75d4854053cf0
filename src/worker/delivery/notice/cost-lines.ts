import type { Job } from "../../../core/job/job-store.ts";
import { costOf } from "../../../core/request/request.ts";
import { amountText } from "../../../text/render/quota.ts";
import { withPrice } from "../../../text/render/money.ts";
import type { Texts } from "../../../text/texts.ts";
import { countsAsCancelled } from "../batch-status.ts";
import type { BatchView } from "../../../core/delivery/delivery-store.ts";

/**
 * The charged, assumed and open costs of these jobs, one per line. Empty if all arrived and were charged: `costFact` covers that.
 * @param here the jobs whose artifacts the message carries.
 */
export function costLines(
  { batch }: Pick<BatchView, "batch">,
  jobs: readonly Job[],
  here: readonly Job[],
  texts: Texts,
): string[] {
  const say = texts.cost;
  const { cost, unit } = costOf(batch.request);
  const amount = (some: readonly Job[]): string =>
    withPrice(amountText(unit, some.length * cost, texts), batch.price, some.length, batch.locale);
  const settled = (settlement: Job["settlement"]): readonly Job[] =>
    jobs.filter((job) => job.settlement === settlement);
  const [charged, assumed, open] = [settled("charged"), settled("assumed"), settled("reserved")];
  if (isPlain(jobs, here)) return [];
  if (charged.length + assumed.length + open.length === 0) return [say.nothing];
  return [
    ...(charged.length === 0 ? [] : [chargedText(charged)]),
    ...(assumed.length === 0 ? [] : [say.assumed(amount(assumed))]),
    ...(open.length === 0 ? [] : [say.reserved(amount(open))]),
  ];

  function chargedText(some: readonly Job[]): string {
    if (jobs.length > 1) return say.chargedOf(amount(some), jobs.length);
    return some.every(countsAsCancelled) ? say.begun(amount(some)) : say.charged(amount(some));
  }
}

/** The cost in a few words, if these jobs all arrived and were charged; otherwise undefined, and `costLines` explains it. */
export function costFact(
  { batch }: Pick<BatchView, "batch">,
  jobs: readonly Job[],
  here: readonly Job[],
  texts: Texts,
): string | undefined {
  if (!isPlain(jobs, here)) return undefined;
  const { cost, unit } = costOf(batch.request);
  const amount = jobs.length * cost;
  const fact = unit === "seconds" ? texts.cost.billed(amount) : texts.cost.counted(amountText(unit, amount, texts));
  return withPrice(fact, batch.price, jobs.length, batch.locale);
}

function isPlain(jobs: readonly Job[], here: readonly Job[]): boolean {
  return here.length === jobs.length && jobs.every((job) => job.settlement === "charged");
}
