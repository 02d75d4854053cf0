import { expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "../../../src/lib/log/log.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createCheckedLog } from "../../support/checked-log.ts";
import { startTestEasel } from "../../support/easel.ts";

const Line = z.looseObject({
  level: z.string(),
  msg: z.string(),
  event: z.string().optional(),
  batch: z.string().optional(),
  job: z.string().optional(),
  requestId: z.string().optional(),
});

it("names a request's event, batch, jobs and the gateway's request ids, from its acceptance to its result", async () => {
  const lines: z.infer<typeof Line>[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(Line.parse(JSON.parse(line))) });
  const easel = await startTestEasel({}, {}, log);
  const id = await easel.console.say("/imagine a fox in the log --count 2");
  await easel.console.see("the pictures", (messages) =>
    messages.find(({ files }) => files.some((file) => file.description === "a fox in the log")),
  );
  const { log: checkedLog, check } = createCheckedLog(readConfig({}, "/"));
  checkedLog.info({ key: "sk-planted-key" }, "a fox in the log");
  await expect(check(easel.databaseUrl)).resolves.toBeUndefined();
  checkedLog.info({ reason: "no such file: a fox in the log.png" }, "not read");
  await expect(check(easel.databaseUrl)).rejects.toThrow("the log holds a secret or a prompt");
  await easel.stop();

  const accepted = lines.find(({ msg }) => msg === "request accepted");
  expect(accepted?.event).toContain(id);
  const ofBatch = lines.filter(({ batch }) => batch === accepted?.batch);
  const created = ofBatch.filter((line) => line.msg === "job" && line["because"] === "created");
  expect(created).toHaveLength(2);
  expect(new Set(created.map(({ job, requestId }) => `${job} ${requestId}`)).size).toBe(2);
  for (const { requestId } of created) expect(requestId).toMatch(/^\S+$/);
  const ends = ofBatch.filter((line) => line.msg === "job" && line["to"] === "succeeded");
  expect(new Set(ends.map(({ job }) => job))).toEqual(new Set(created.map(({ job }) => job)));
  expect(ofBatch.at(-1)).toMatchObject({ msg: "posted", post: "result", platform: "console" });
  expect(lines.filter(({ job, batch }) => job !== undefined && batch === undefined)).toEqual([]);
  expect(lines.filter(({ level }) => level !== "info")).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain("a fox");
});
