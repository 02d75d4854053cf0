import { afterAll, beforeAll, expect, it } from "vitest";
import { ATTRIBUTES, SPANS } from "../../../src/app/traces/span-table.ts";
import { traceIdOf } from "../../../src/lib/log/trace-id.ts";
import { openFleet, type Fleet } from "../../support/fault/fleet.ts";
import { advanceGateway } from "../../support/gateway/sandbox-calls.ts";
import { until } from "../../support/process/processes.ts";
import { startCollector, type Collector, type ReceivedSpan } from "../../support/traces/collector.ts";
import { png } from "../../support/media/media-files.ts";

const PROMPT = "a fox called Bartholomew";
const FILE = "holiday-of-the-chairwoman.png";
const COLLECTOR_KEY = "planted-collector-key";

let collector: Collector;
let fleet: Fleet;
let batchId: string;
let requestId: string;
/** The spans of the request's trace. */
let spans: readonly ReceivedSpan[];

/** Requests a picture that one worker starts and another one finishes and posts. */
beforeAll(async () => {
  collector = await startCollector();
  fleet = await openFleet({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${COLLECTOR_KEY}`,
  });
  const chat = await fleet.start("chat");
  const leaving = await fleet.start("worker");
  const person = fleet.visit(chat);
  const file = { name: FILE, mimeType: "image/png", bytes: new Uint8Array(await png()) };
  await person.say(`/edit ${PROMPT} [slow:600]`, { files: [file] });
  await until(async () => (await fleet.sql`select id from jobs where state = 'running'`).length === 1);
  await person.see("the notice", (messages) => messages.find(({ progress }) => progress));
  const staying = await fleet.start("worker");
  await leaving.stop();
  await until(async () => (await fleet.sql`select id from jobs where fence = 2`).length === 1);
  await advanceGateway(fleet.sandboxUrl, 600);
  await person.see("the picture", (messages) =>
    messages.find(({ author, files }) => author.isEasel && files.length > 0 && !messages.some((one) => one.progress)),
  );
  await person.answerTo("/help");
  const [row = {}] = await fleet.sql`select batch_id, request_id from jobs`;
  batchId = String(row["batch_id"]);
  requestId = String(row["request_id"]);
  // Remaining spans are sent when the process stops.
  await Promise.all([chat.stop(), staying.stop()]);
  spans = collector.spans.filter(({ traceId }) => traceId === traceIdOf(batchId));
}, 60_000);

afterAll(async () => {
  await fleet.close();
  await collector.close();
});

const named = (name: keyof typeof SPANS): ReceivedSpan[] => spans.filter((span) => span.name === name);

it("shows a request as one trace from its event to its result, through every process", () => {
  const [first] = named("chat event");
  expect(first).toMatchObject({ parentSpanId: "", attributes: { "easel.batch": batchId, "easel.event.kind": "text" } });
  const others = spans.filter((span) => span !== first);
  expect(new Set(others.map(({ parentSpanId }) => parentSpanId))).toEqual(new Set([first?.spanId]));
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(spans.length);
  expect(new Set(spans.map(({ name }) => name))).toEqual(new Set(Object.keys(SPANS)));
  expect(spans.filter(({ failed }) => failed)).toEqual([]);
  for (const { from, to } of spans) expect(to).toBeGreaterThanOrEqual(from);
});

it("names the process of each span, and its ids", () => {
  const processes = Map.groupBy(spans, ({ resource }) => String(resource["service.instance.id"]));
  const placed = Object.fromEntries(
    [...processes.values()].map((group) => [
      group
        .map(({ name }) => name)
        .toSorted()
        .join(", "),
      group[0]?.resource["easel.role"],
    ]),
  );
  expect(placed).toEqual({
    "accept request, chat event": "chat",
    "create at the gateway, post message, wait for a slot": "worker",
    "fetch artifact, post message, take over job, watch at the gateway": "worker",
  });
  for (const { resource } of spans) expect(resource["service.name"]).toBe("easel");
  for (const name of ["create at the gateway", "watch at the gateway", "fetch artifact"] as const) {
    expect(named(name)[0]?.attributes["easel.request_id"]).toBe(requestId);
  }
  expect(named("take over job")[0]?.attributes).toMatchObject({ "easel.job.state": "running", "easel.job.fence": 2 });
  expect(named("post message").map(({ attributes }) => attributes["easel.post"])).toEqual(["notice", "result"]);
});

it("shows an event that requests nothing as a separate trace", () => {
  const others = collector.spans.filter(({ traceId }) => traceId !== traceIdOf(batchId));
  expect(others.map(({ name, parentSpanId }) => ({ name, parentSpanId }))).toEqual([
    { name: "chat event", parentSpanId: "" },
  ]);
});

it("sends only the listed attributes, and nothing that people wrote, no key and no address", () => {
  const known = new Set<string>(Object.keys(ATTRIBUTES));
  const set = new Set(collector.spans.flatMap(({ attributes }) => Object.keys(attributes)));
  expect([...set].filter((name) => !known.has(name))).toEqual([]);
  const sent = Buffer.concat(collector.bodies).toString("latin1");
  expect(sent).toContain("easel.batch");
  const planted = ["Bartholomew", "chairwoman", "sk-sandbox", COLLECTOR_KEY, "/api/v1", "http://", "Member", "general"];
  expect(planted.filter((text) => sent.includes(text))).toEqual([]);
});

it("sends the configured headers", () => {
  expect(new Set(collector.headers.map(({ authorization }) => authorization))).toEqual(
    new Set([`Bearer ${COLLECTOR_KEY}`]),
  );
});
