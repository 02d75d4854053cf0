import { readFile } from "node:fs/promises";
import { z } from "zod";
import { METRICS, type Metric } from "../../../src/app/metrics/metric-table.ts";
import { PLATFORMS } from "../../../src/platforms/registry.ts";
import { durationMs } from "./promql/parse.ts";

/** An alert rule of `monitoring/alerts.yml`. */
export interface Alert {
  readonly name: string;
  readonly expr: string;
  /** How long the expression must hold until the alert fires. */
  readonly forMs: number;
  readonly runbook: string;
}

const Dashboard = z.object({
  uid: z.string(),
  schemaVersion: z.number(),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.number(),
      type: z.enum(["row", "timeseries", "stat"]),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      datasource: z.object({ type: z.literal("prometheus"), uid: z.literal("${datasource}") }).optional(),
      targets: z
        .array(
          z.object({
            refId: z.string(),
            datasource: z.object({ type: z.literal("prometheus"), uid: z.literal("${datasource}") }),
            expr: z.string(),
            legendFormat: z.string(),
          }),
        )
        .optional(),
    }),
  ),
});
export type Dashboard = z.infer<typeof Dashboard>;

const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

/** The Grafana dashboard. Throws if it lacks what Grafana needs. */
export async function readDashboard(): Promise<Dashboard> {
  return Dashboard.parse(JSON.parse(await read("monitoring/dashboard.json")));
}

/** A line of the rules in the subset of YAML that our file uses: plain scalars without `: ` and ` #`, or quoted ones. */
const LINE =
  /^(?:#.*|groups:| {2}- name: \w+| {4}rules:| {6}- alert: \w+| {8}(?:expr|for): (?!.*(?:: | #))[a-z0-9].*| {8}(?:labels|annotations):| {10}(?:severity|runbook_url): [\w./#-]+| {10}summary: (?:"[^"\\]+"|(?!.*(?:: | #))[A-Z].*))$/;

/** The alert rules. Throws on a line that a YAML parser might read differently. */
export async function readAlerts(): Promise<readonly Alert[]> {
  const text = await read("monitoring/alerts.yml");
  const odd = text
    .trimEnd()
    .split("\n")
    .find((line) => !LINE.test(line));
  if (odd !== undefined) throw new Error(`not a line of the rules: ${odd}`);
  const [, ...rules] = text.split(/^ {6}- alert: /m);
  return rules.map((rule) => ({
    name: /^\w+/.exec(rule)?.[0] ?? "",
    expr: /^ {8}expr: (.+)$/m.exec(rule)?.[1] ?? "",
    forMs: durationMs(/^ {8}for: (.+)$/m.exec(rule)?.[1] ?? "0s"),
    runbook: /^ {10}runbook_url: (.+)$/m.exec(rule)?.[1] ?? "",
  }));
}

/** Every expression of the dashboard and the rules, with its panel or alert. */
export async function expressions(): Promise<readonly { readonly where: string; readonly expr: string }[]> {
  const [{ panels }, alerts] = await Promise.all([readDashboard(), readAlerts()]);
  return [
    ...panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ where: `panel ${title}`, expr }))),
    ...alerts.map(({ name, expr }) => ({ where: `alert ${name}`, expr })),
  ];
}

/** The metrics that an expression names, without a histogram's `_bucket`, `_sum` or `_count`. */
export function metricsOf(expr: string): readonly string[] {
  const series = expr.matchAll(/\b(?:easel|nodejs|process)_[a-z0-9_]+/g);
  return [...new Set([...series].map(([name]) => ownName(name)))];
}

/** The labels that an expression selects or groups by. */
export function labelsOf(expr: string): readonly string[] {
  const selected = [...expr.matchAll(/(\w+)(?:=~|!=|!~|=)"/g)].map(([, label = ""]) => label);
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = ""]) => labels.split(/,\s*/));
  return [...new Set([...selected, ...grouped])];
}

/** Easel's own metrics with their labels. */
export function ownMetrics(): ReadonlyMap<string, readonly string[]> {
  const counters = PLATFORMS.flatMap((platform) => platform.counters).map(({ name }) => [name, []] as const);
  const own = Object.entries<Metric>(METRICS).map(([name, { labels }]) => [name, labels] as const);
  return new Map<string, readonly string[]>([...own, ...counters]);
}

function ownName(name: string): string {
  const base = name.replace(/_(?:bucket|sum|count)$/, "");
  return Object.entries<Metric>(METRICS).some(([known, { type }]) => known === base && type === "histogram")
    ? base
    : name;
}
