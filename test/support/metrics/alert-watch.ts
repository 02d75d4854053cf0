import { readAlerts, type Alert } from "./monitoring.ts";
import { createHistory, keyOf, vector } from "./promql/evaluate.ts";
import { parsePromql } from "./promql/parse.ts";
import { seriesIn } from "./samples.ts";

/** Prometheus with our alert rules. It scrapes real processes, but on its own clock, so that no test waits for a rule's `for`. */
export interface AlertWatch {
  /** Lets this much of its time pass, with a scrape and an evaluation every `everyMs`. `meanwhile` runs before each scrape. */
  pass(ms: number, options?: { readonly everyMs?: number; readonly meanwhile?: () => Promise<unknown> }): Promise<void>;
  /** The names of the alerts that fire now. */
  firing(): readonly string[];
  /** Lets time pass until the alert fires, or no longer does. Fails after `withinMs` of its time. */
  until(
    name: string,
    state: "fires" | "is quiet",
    options: {
      readonly withinMs: number;
      readonly everyMs?: number;
      readonly meanwhile?: () => Promise<unknown>;
    },
  ): Promise<void>;
}

/** Prometheus's default time-out of a scrape. */
const SCRAPE_MS = 10_000;
/** A common scrape interval. */
const EVERY_MS = 15_000;

/** `scraped`: the addresses of the processes at each scrape. */
export async function watchAlerts(scraped: () => readonly string[]): Promise<AlertWatch> {
  const rules = (await readAlerts()).map((alert) => ({ ...alert, parsed: parsePromql(alert.expr) }));
  const history = createHistory();
  /** Since when each rule has held, by element. */
  const since = new Map<Alert["name"], Map<string, number>>();
  let now = 0;
  let firing: readonly string[] = [];

  async function look(): Promise<void> {
    const texts = await Promise.all(
      scraped().map(async (url) => ({ instance: new URL(url).host, text: await scrape(url) })),
    );
    for (const { instance, text } of texts) {
      history.add({ at: now, instance, series: text === undefined ? undefined : seriesIn(text) });
    }
    firing = rules.flatMap(({ name, parsed, forMs }) => {
      const before = since.get(name);
      const holding = new Map(
        vector(parsed, history, now).map(({ labels }) => {
          const key = keyOf(labels);
          return [key, before?.get(key) ?? now] as const;
        }),
      );
      since.set(name, holding);
      return [...holding.values()].some((from) => now - from >= forMs) ? [name] : [];
    });
  }

  async function pass(
    ms: number,
    { everyMs = EVERY_MS, meanwhile = async () => {} }: Parameters<AlertWatch["pass"]>[1] = {},
  ): Promise<void> {
    for (let passed = 0; passed < ms; passed += everyMs) {
      await meanwhile();
      now += everyMs;
      await look();
    }
  }

  return {
    pass,
    firing: () => firing,
    async until(name, state, { withinMs, everyMs = EVERY_MS, ...rest }) {
      const end = now + withinMs;
      do {
        await pass(everyMs, { everyMs, ...rest });
        if (firing.includes(name) === (state === "fires")) return;
      } while (now < end);
      throw new Error(`${name} never ${state} within ${withinMs / 60_000} minutes; firing: ${firing.join(", ")}`);
    },
  };
}

/** Undefined if the process does not answer. */
async function scrape(url: string): Promise<string | undefined> {
  try {
    const answer = await fetch(new URL("/metrics", url), { signal: AbortSignal.timeout(SCRAPE_MS) });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}
