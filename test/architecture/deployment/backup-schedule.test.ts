import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";

const read = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");

describe("scripts/kubernetes/backup.yaml", () => {
  it("runs a program of the image on a schedule, with Easel's settings, and writes to volumes that exist", async () => {
    const [claim, job] = parseAllDocuments(await read("scripts/kubernetes/backup.yaml")).map((one) => one.toJS());
    const { name } = z
      .object({ kind: z.literal("PersistentVolumeClaim"), metadata: z.object({ name: z.string() }) })
      .parse(claim).metadata;
    const Named = z.looseObject({ name: z.string() });
    const Pod = z.object({
      containers: z.tuple([
        z.object({
          command: z.tuple([z.literal("sh"), z.string(), z.string(), z.string()]),
          envFrom: z.array(z.unknown()),
          volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
        }),
      ]),
      volumes: z.array(Named),
    });
    const CronJob = z.object({
      kind: z.literal("CronJob"),
      spec: z.object({
        schedule: z.string(),
        jobTemplate: z.object({ spec: z.object({ template: z.object({ spec: Pod }) }) }),
      }),
    });
    const { containers, volumes } = CronJob.parse(job).spec.jobTemplate.spec.template.spec;
    const [{ command, envFrom, volumeMounts }] = containers;
    const [, script, folder] = command;
    expect(await read(script)).toContain("src/app/backup/main.ts backup");
    expect(envFrom).toEqual([{ configMapRef: { name: "easel" } }, { secretRef: { name: "easel" } }]);
    expect(volumeMounts.map((mount) => mount.name)).toEqual(volumes.map((volume) => volume.name));
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toEqual([folder, "/data", "/tmp"]);
    expect(volumes[0]).toEqual({ name: "backup", persistentVolumeClaim: { claimName: name } });
  });
});
