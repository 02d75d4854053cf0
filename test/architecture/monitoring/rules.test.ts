import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import {
  expressions,
  labelsOf,
  metricsOf,
  ownMetrics,
  readAlerts,
  readDashboard,
} from "../../support/metrics/monitoring.ts";
import { readRunbookIncidents } from "../../support/fault/runbook-incidents.ts";

const own = ownMetrics();
const incidents = await readRunbookIncidents();
const used = await expressions();
const alerts = await readAlerts();
const { panels, templating } = await readDashboard();
const runbook = await readFile(new URL("../../../docs/runbook.md", import.meta.url), "utf8");
const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name]) => name);

describe("the dashboard and the alert rules", () => {
  it("are found and parsed", () => {
    expect(used.length).toBeGreaterThan(50);
    expect(metricsOf('sum by (le) (rate(easel_create_seconds_bucket{service="image"}[5m]))')).toEqual([
      "easel_create_seconds",
    ]);
    expect(labelsOf('sum by (le, key) (a_bucket{service=~"image",x!="y"})')).toEqual(["service", "x", "le", "key"]);
  });

  it.each(used)("use only metrics and labels that exist: $where, $expr", ({ expr }) => {
    const names = metricsOf(expr);
    expect(names).not.toEqual([]);
    const ours = names.filter((name) => name.startsWith("easel_"));
    expect(ours.filter((name) => !own.has(name))).toEqual([]);
    const labels = new Set(["le", "instance", ...ours.flatMap((name) => own.get(name) ?? [])]);
    expect(labelsOf(expr).filter((label) => !labels.has(label))).toEqual([]);
  });

  it("show every metric", () => {
    const shown = new Set(used.flatMap(({ expr }) => metricsOf(expr)));
    expect([...own.keys()].filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe("the dashboard", () => {
  it("needs only a Prometheus data source, which the reader chooses in Grafana", () => {
    expect(templating.list.map(({ name, type }) => [name, type])).toEqual([
      ["datasource", "datasource"],
      ["instance", "query"],
    ]);
    for (const { type, title, datasource, targets = [] } of panels) {
      expect.soft(datasource !== undefined && targets.length > 0, title).toBe(type !== "row");
    }
  });

  it("gives each panel its own id and place", () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)} ${y + Math.floor(cell / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBe(24);
  });
});

describe("the alert rules", () => {
  it("each have a section in the runbook, which has no other sections", () => {
    expect(new Set(alerts.map(({ name }) => name))).toEqual(new Set(sections));
    expect(alerts).toHaveLength(sections.length);
  });

  it.each(alerts)("link to their section: $name", ({ name, runbook: link }) => {
    expect(link).toBe(`docs/runbook.md#${name.toLowerCase()}`);
  });

  it.each(sections)("are explained there: %s", (name) => {
    const [, section = ""] = new RegExp(`^## ${name}\n([^]*?)(?=^## |(?![^]))`, "m").exec(runbook) ?? [];
    expect(section).toMatch(/\*\*People notice\*\*[^]+\*\*It means\*\*[^]+\*\*To fix it\*\*/);
  });
});

describe("the runbook's likely incidents", () => {
  it("each have a fault test, which causes the incident of its name", async () => {
    const folder = new URL("../../fault/incidents/", import.meta.url);
    const caused = (await readdir(folder)).map(async (name) => {
      const [, title] = /openIncident\("([^"]+)"/.exec(await readFile(new URL(name, folder), "utf8")) ?? [];
      expect(name).toBe(`${title?.toLowerCase().replaceAll(" ", "-")}.test.ts`);
      return title;
    });
    expect(new Set(await Promise.all(caused))).toEqual(new Set(incidents.map(({ title }) => title)));
    expect(caused).toHaveLength(incidents.length);
  });

  it.each(incidents)("have an alert that exists, and a fix: $title", ({ alert, fix }) => {
    expect(sections).toContain(alert);
    expect(fix).not.toBe("");
  });
});
