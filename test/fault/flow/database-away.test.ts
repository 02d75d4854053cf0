import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "../../../src/lib/log/log.ts";
import { createManualClock } from "../../support/manual-clock.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { startTcpProxy, type TcpProxy } from "../../support/process/tcp-proxy.ts";
import { advanceGateway } from "../../support/gateway/sandbox-calls.ts";

const Line = z.looseObject({
  level: z.string(),
  msg: z.string(),
  what: z.string().optional(),
  err: z.looseObject({ code: z.string().optional() }).optional(),
});

let easel: TestEasel;
let wire: TcpProxy;
/** The log's lines at level warn and above. The log's clock stands still. */
const troubles: z.infer<typeof Line>[] = [];
const log = createLog(
  "warn",
  { write: (line) => void troubles.push(Line.parse(JSON.parse(line))) },
  { clock: createManualClock() },
);

beforeAll(async () => {
  easel = await startTestEasel(
    {},
    {
      sandboxSpeed: 0,
      reachDatabase: async (url) => {
        const address = new URL(url);
        wire = await startTcpProxy({ host: address.hostname, port: Number(address.port) });
        address.host = `127.0.0.1:${wire.port}`;
        return address.href;
      },
    },
    log,
  );
});

afterAll(async () => {
  await easel.stop();
  await wire.close();
});

describe.each([
  ["refuses connections", () => wire.cut()],
  ["never answers", () => wire.swallow()],
])("while the database %s", (name, lose) => {
  it("an honest error arrives within the platforms' time limits, and a retry later runs once", async () => {
    const id = randomUUID();
    const prompt = `patience while it ${name}`;
    lose();
    const asked = performance.now();
    await expect(easel.console.say(`/imagine ${prompt}`, { id })).rejects.toThrow("503");
    // Not a measurement: this is the platforms' own time limit.
    expect(performance.now() - asked).toBeLessThan(3_000);
    expect((await fetch(`${easel.url}/readyz`)).status).toBe(503);

    wire.heal();
    await expect.poll(async () => (await fetch(`${easel.url}/readyz`)).status).toBe(200);
    // A retry that gets an old connection is refused like the first attempt.
    await expect
      .poll(() => easel.console.say(`/imagine ${prompt}`, { id }).then(() => "accepted", String))
      .toBe("accepted");
    const result = await easel.console.see("the result", (messages) =>
      messages.find((message) => message.files[0]?.description === prompt),
    );
    expect(result.files).toHaveLength(1);
  });
});

it("a running picture arrives even if the database goes away meanwhile", async () => {
  await easel.console.say("/imagine through the dark [slow:600]");
  // Finds this picture's notice: the previous one may still exist while its result is being posted.
  const notice = await easel.console.see("it running", (messages) =>
    messages.find(
      (message) =>
        message.text.includes("through the dark") && message.progress?.items[0]?.label.startsWith("being made"),
    ),
  );
  wire.cut();
  expect(notice.buttons).toHaveLength(1);
  // The remote job ends while the database is away.
  await advanceGateway(easel.sandboxUrl, 601);
  wire.heal();
  const result = await easel.console.see("the result", (messages) =>
    messages.find((message) => message.files[0]?.description === "through the dark [slow:600]"),
  );
  expect(result.files).toHaveLength(1);
});

it("the log has one warning a minute for each thing that fails", () => {
  expect(troubles.filter(({ level }) => level !== "warn")).toEqual([]);
  const failed = troubles.flatMap(({ msg, what, err }) => (err ? [`${msg} ${what} ${err.code}`] : []));
  expect(failed.length).toBeGreaterThan(0);
  expect(new Set(failed).size).toBe(failed.length);
});
