import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";

const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
const ROOT = new URL("../../..", import.meta.url);

const Configuration = z.strictObject({
  scrape_configs: z.tuple([
    z.strictObject({
      job_name: z.literal("easel"),
      authorization: z.object({ credentials_file: z.string() }),
      dns_sd_configs: z.tuple([
        z.object({ names: z.array(z.string()), type: z.literal("A"), port: z.number(), refresh_interval: z.string() }),
      ]),
    }),
  ]),
  rule_files: z.tuple([z.literal("easel-alerts.yml")]),
});
const guide = await read("docs/operating.md");
const [inCompose, inKubernetes, ...others] = [...guide.matchAll(/^```yaml\n(scrape_configs:[^`]+)^```$/gm)].map(
  ([, text = ""]) => Configuration.parse(parse(text)).scrape_configs[0].dns_sd_configs[0],
);

it("the guide has one scrape configuration for Compose and one for Kubernetes", () => {
  expect(inCompose).toBeDefined();
  expect(inKubernetes).toBeDefined();
  expect(others).toEqual([]);
});

it("the configuration for Compose names each service that runs Easel, with its container's port", async () => {
  const Compose = z.object({
    services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string().nullable()).default({}) })),
  });
  const { services } = Compose.parse(parse(await read("docker-compose.yml"), { merge: true }));
  const processes = Object.entries(services).filter(([, { environment }]) => "METRICS_TOKEN" in environment);
  expect(processes.map(([name]) => name)).toEqual(inCompose?.names);
  for (const [, { environment }] of processes) expect(environment["PORT"]).toBe(String(inCompose?.port));
});

it("the configuration for Kubernetes names the service that resolves to each pod", async () => {
  const Headless = z.object({
    kind: z.literal("Service"),
    metadata: z.object({ name: z.string() }),
    spec: z.object({
      clusterIP: z.literal("None"),
      publishNotReadyAddresses: z.literal(true),
      selector: z.strictObject({ app: z.literal("easel") }),
      ports: z.tuple([z.object({ port: z.number() })]),
    }),
  });
  const manifests = parseAllDocuments(await read("scripts/kubernetes/easel.yaml")).map((document) => document.toJS());
  const headless = manifests.flatMap((manifest) => Headless.safeParse(manifest).data ?? []);
  expect(
    headless.map(({ metadata, spec }) => [`${metadata.name}.easel.svc.cluster.local`, spec.ports[0].port]),
  ).toEqual([[inKubernetes?.names[0], inKubernetes?.port]]);
});

it("the guide's command turns the paths in the rules into links to the runbook, and changes nothing else", async () => {
  const [, program = ""] = /^sed '([^']+)' monitoring\/alerts\.yml > /m.exec(guide) ?? [];
  const linked = execFileSync("sed", [program, "monitoring/alerts.yml"], { cwd: ROOT, encoding: "utf8" });
  const urls = [...linked.matchAll(/^ {10}runbook_url: (.+)$/gm)].map(([, url = ""]) => new URL(url));
  expect(urls.length).toBeGreaterThan(10);
  for (const { protocol, pathname, hash } of urls) {
    expect(protocol).toBe("https:");
    expect(pathname).toMatch(/\/docs\/runbook\.md$/);
    expect(hash).toMatch(/^#easel[a-z]+$/);
  }
  const changed = linked.split("\n").filter((line) => !line.includes("runbook_url"));
  expect((await read("monitoring/alerts.yml")).split("\n").filter((line) => !line.includes("runbook_url"))).toEqual(
    changed,
  );
});
