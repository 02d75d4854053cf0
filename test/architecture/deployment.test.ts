import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { readDockerfile, readPairs } from "../../scripts/image/dockerfile.ts";
import { readConfig } from "../../src/config/config.ts";
import { PLATFORMS } from "../../src/platforms/registry.ts";

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

const configSource = await read("src/config/config.ts");
const VARIABLES: readonly string[] = [
  ...[...configSource.matchAll(/^ {2}([A-Z][A-Z0-9_]+): text,$/gm)].flatMap(([, name]) => name ?? []),
  ...PLATFORMS.flatMap(({ variables }) => variables),
];
/** The most seconds that a process takes to stop. */
const STOP_SECONDS =
  Number(/const STOP_MS = ([\d_]+);/.exec(await read("src/main.ts"))?.[1]?.replaceAll("_", "")) / 1000;
const ROUTES = [...(await read("src/app/http/health-routes.ts")).matchAll(/server\.get\("(\/\w+)"/g)].map(
  ([, path]) => path,
);
const [, final] = readDockerfile(await read("Dockerfile"));
const IMAGE_ENV = Object.fromEntries(
  final?.instructions.flatMap(({ word, rest }) => (word === "ENV" ? readPairs(rest) : [])) ?? [],
);
const EXPOSED = final?.instructions
  .find(({ word }) => word === "EXPOSE")
  ?.rest.split(" ")
  .map(Number);
const VOLUMES = final?.instructions.find(({ word }) => word === "VOLUME")?.rest.split(" ");

const compose: unknown = parse(await read("docker-compose.yml"), { merge: true });
const manifests: readonly unknown[] = parseAllDocuments(await read("scripts/kubernetes/easel.yaml")).map((document) =>
  document.toJS(),
);

/** Secrets, which the operator sets separately. */
const SECRETS = {
  DATABASE_URL: "postgres://easel:password@postgres:5432/easel",
  SECRET_KEY: "a secret key that is used by tests alone",
  IMAGE_API_KEY: "sk-sandbox",
  VIDEO_API_KEY: "sk-sandbox",
  S3_ACCESS_KEY_ID: "access",
  S3_SECRET_ACCESS_KEY: "secret",
  CONSOLE_PASSWORD: "a password of the tests",
};

/** What several processes share. */
const SHARED = {
  S3_ENDPOINT: "http://s3:7070",
  S3_BUCKET: "easel-media",
  IMAGE_BASE_URL: "https://gateway.example.com",
  VIDEO_BASE_URL: "https://gateway.example.com",
};

it("finds what the deployments are compared with", () => {
  expect(VARIABLES).toEqual(expect.arrayContaining(["PORT", "DATABASE_URL", "SLACK_BOT_TOKEN"]));
  expect(STOP_SECONDS).toBeGreaterThan(1);
  expect(ROUTES).toEqual(expect.arrayContaining(["/healthz", "/readyz"]));
  expect(IMAGE_ENV).toMatchObject({ HOST: "0.0.0.0" });
});

describe("docker-compose.yml", () => {
  const Service = z.looseObject({
    environment: z.record(z.string(), z.string().nullable()).default({}),
    profiles: z.array(z.string()).default([]),
    ports: z.array(z.string()).default([]),
    volumes: z.array(z.string()).default([]),
    stop_grace_period: z.string().optional(),
    container_name: z.never().optional(),
    command: z.array(z.string()).optional(),
  });
  const Compose = z.object({ services: z.record(z.string(), Service), volumes: z.record(z.string(), z.null()) });
  const { services, volumes } = Compose.parse(compose);
  const { easel, worker, s3 } = services;

  it("passes each process exactly the variables that the code reads", () => {
    for (const one of [easel, worker])
      expect(Object.keys(one?.environment ?? {}).toSorted(), "edit docker-compose.yml").toEqual(VARIABLES.toSorted());
  });

  it("publishes the image's ports, for one process only", () => {
    const ports = easel?.ports.map((port) => Number(/:(\d+)$/.exec(port)?.[1]));
    expect(ports).toEqual(EXPOSED);
    expect(ports).toEqual([Number(easel?.environment["PORT"]), Number(easel?.environment["PUBLIC_PORT"])]);
    expect(worker?.ports).toEqual([]);
  });

  it("starts any number of workers and a store in the profile for replicas", () => {
    expect(worker?.profiles).toEqual(["replicas"]);
    expect(s3?.profiles).toContain("replicas");
    expect(easel?.profiles).toEqual([]);
    const set = Object.entries(worker?.environment ?? {}).filter(
      (entry): entry is [string, string] => entry[1] !== null,
    );
    const config = readConfig({ ...SECRETS, ...SHARED, ...IMAGE_ENV, ...Object.fromEntries(set) }, "/app");
    expect(config).toMatchObject({ role: "worker", port: 8080, dataDir: "/data" });
    const chat = readConfig({ ...SECRETS, ...SHARED, ...IMAGE_ENV, ROLE: "chat" }, "/app");
    expect(chat.role).toBe("chat");
  });

  it("allows PostgreSQL enough connections for a chat process, the documented four workers, and one more process", () => {
    const [, connections] = /^max_connections=(\d+)$/.exec(services["postgres"]?.command?.at(-1) ?? "") ?? [];
    // The most that a process opens (docs/operating.md).
    expect(Number(connections)).toBeGreaterThan(6 * 20);
  });

  it("gives every process enough time to stop, and mounts only volumes that exist", () => {
    for (const one of [easel, worker]) {
      expect(Number.parseInt(one?.stop_grace_period ?? "", 10)).toBeGreaterThan(STOP_SECONDS);
      const mounted = one?.volumes.map((volume) => volume.split(":"));
      expect(mounted?.map(([name = ""]) => volumes[name])).toEqual([null, null]);
      expect(mounted?.map(([, path]) => path)).toEqual(VOLUMES);
    }
  });
});

describe("scripts/kubernetes/easel.yaml", () => {
  const Labels = z.record(z.string(), z.string());
  const Probe = z.object({
    httpGet: z.object({ path: z.string(), port: z.string() }),
    periodSeconds: z.number(),
    failureThreshold: z.number().optional(),
    timeoutSeconds: z.number().optional(),
  });
  const Container = z.object({
    name: z.string(),
    image: z.string(),
    envFrom: z.array(
      z.object({
        configMapRef: z.object({ name: z.string() }).optional(),
        secretRef: z.object({ name: z.string() }).optional(),
      }),
    ),
    env: z.array(z.object({ name: z.string(), value: z.string() })),
    ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
    startupProbe: Probe,
    livenessProbe: Probe,
    readinessProbe: Probe,
    lifecycle: z.object({ preStop: z.object({ sleep: z.object({ seconds: z.number() }) }) }).optional(),
    resources: z.object({ requests: Labels }),
    securityContext: z.object({
      allowPrivilegeEscalation: z.literal(false),
      readOnlyRootFilesystem: z.literal(true),
      capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
    }),
    volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  });
  const Deployment = z.strictObject({
    apiVersion: z.literal("apps/v1"),
    kind: z.literal("Deployment"),
    metadata: z.object({ name: z.string(), labels: Labels }),
    spec: z.strictObject({
      replicas: z.number(),
      selector: z.object({ matchLabels: Labels }),
      strategy: z.object({ rollingUpdate: z.object({ maxSurge: z.number(), maxUnavailable: z.number() }) }).optional(),
      template: z.strictObject({
        metadata: z.object({ labels: Labels }),
        spec: z.strictObject({
          automountServiceAccountToken: z.literal(false),
          enableServiceLinks: z.literal(false),
          terminationGracePeriodSeconds: z.number(),
          securityContext: z
            .object({ runAsNonRoot: z.literal(true), runAsUser: z.literal(1000), fsGroup: z.literal(1000) })
            .loose(),
          topologySpreadConstraints: z.array(z.looseObject({ labelSelector: z.object({ matchLabels: Labels }) })),
          containers: z.tuple([Container.strict()]),
          volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({}) })),
        }),
      }),
    }),
  });
  const ConfigMap = z.object({ kind: z.literal("ConfigMap"), metadata: z.object({ name: z.string() }), data: Labels });
  const Service = z.object({
    kind: z.literal("Service"),
    spec: z.object({
      clusterIP: z.literal("None").optional(),
      selector: Labels,
      ports: z.array(z.object({ port: z.number(), targetPort: z.string() })),
    }),
  });
  const Budget = z.object({
    apiVersion: z.literal("policy/v1"),
    kind: z.literal("PodDisruptionBudget"),
    spec: z.object({
      minAvailable: z.number().optional(),
      maxUnavailable: z.number().optional(),
      selector: z.object({ matchLabels: Labels }),
    }),
  });
  const all = manifests.map((document) => z.union([Deployment, ConfigMap, Service, Budget]).parse(document));
  const deployments = all.filter((one): one is z.infer<typeof Deployment> => one.kind === "Deployment");
  const services = all.filter((one): one is z.infer<typeof Service> => one.kind === "Service");
  const budgets = all.filter((one): one is z.infer<typeof Budget> => one.kind === "PodDisruptionBudget");
  const settings = all.find((one): one is z.infer<typeof ConfigMap> => one.kind === "ConfigMap")?.data ?? {};
  const withLabels = (labels: Readonly<Record<string, string>>) =>
    deployments.filter(({ spec }) =>
      Object.entries(labels).every(([name, value]) => spec.template.metadata.labels[name] === value),
    );

  it("has processes that accept requests, and workers", () => {
    expect(deployments.map(({ metadata }) => metadata.name)).toEqual(["easel-chat", "easel-worker"]);
  });

  it.each(deployments.map((deployment) => [deployment.metadata.name, deployment.spec] as const))(
    "configures %s validly, probes routes that exist, and gives it time to stop",
    (_name, { selector, template }) => {
      const { containers, terminationGracePeriodSeconds, volumes, topologySpreadConstraints } = template.spec;
      const [container] = containers;
      const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
      expect([...Object.keys(settings), ...Object.keys(own)].filter((name) => !VARIABLES.includes(name))).toEqual([]);
      const config = readConfig({ ...IMAGE_ENV, ...SECRETS, ...settings, ...own }, "/app");
      expect(config.role).toBe(template.metadata.labels["role"]);
      expect(config.host).toBe("0.0.0.0");
      expect(container.envFrom).toEqual([{ configMapRef: { name: "easel" } }, { secretRef: { name: "easel" } }]);

      const ports = new Map(container.ports.map(({ name, containerPort }) => [name, containerPort]));
      expect(ports.get("console")).toBe(config.port);
      expect(ports.get("public")).toBe(config.role === "chat" ? config.publicPort : undefined);
      const probes = [container.startupProbe, container.livenessProbe, container.readinessProbe];
      expect(probes.map(({ httpGet }) => httpGet.path)).toEqual(["/healthz", "/healthz", "/readyz"]);
      for (const { httpGet } of probes) {
        expect(ROUTES).toContain(httpGet.path);
        expect(ports.get(httpGet.port)).toBe(config.port);
      }

      const waited = container.lifecycle?.preStop.sleep.seconds ?? 0;
      expect(terminationGracePeriodSeconds).toBeGreaterThan(waited + STOP_SECONDS);

      const mounts = new Map(container.volumeMounts.map(({ name, mountPath }) => [mountPath, name]));
      expect([...mounts.values()]).toEqual(volumes.map(({ name }) => name));
      // Easel makes the folder itself, so that it owns it.
      expect(config.dataDir).toMatch(/^\/data\/\w+$/);
      expect([...mounts.keys()]).toEqual(["/data", "/tmp"]);
      expect(selector.matchLabels).toEqual(template.metadata.labels);
      expect(topologySpreadConstraints[0]?.labelSelector.matchLabels).toEqual(template.metadata.labels);
    },
  );

  it("points services at ports that exist", () => {
    expect(services).toHaveLength(3);
    for (const { spec } of services) {
      const targets = withLabels(spec.selector);
      // With a shared address, each scrape would reach a random process.
      expect(targets).toHaveLength(spec.clusterIP === "None" ? deployments.length : 1);
      for (const target of targets) {
        const [container] = target.spec.template.spec.containers;
        for (const { port, targetPort } of spec.ports) {
          expect(container.ports).toContainEqual({ name: targetPort, containerPort: port });
        }
      }
    }
  });

  it("allows the eviction of one process at a time, and always keeps one running", () => {
    expect(
      budgets.map(({ spec }) => withLabels(spec.selector.matchLabels).map(({ metadata }) => metadata.name)),
    ).toEqual([["easel-chat"], ["easel-worker"]]);
    for (const { spec } of budgets) {
      const [deployment] = withLabels(spec.selector.matchLabels);
      const replicas = deployment?.spec.replicas ?? 0;
      const evicted = spec.maxUnavailable ?? replicas - (spec.minAvailable ?? 0);
      expect(evicted).toBe(1);
      expect(replicas).toBeGreaterThan(evicted);
    }
  });
});
