import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MessageView } from "../../../src/platforms/console/api/api.ts";
import { en } from "../../../src/text/en/index.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { hurriedClock, impatientClock } from "../../support/fault/hurried-clock.ts";
import { json, openPlayedGateway, type Play, type PlayedGateway } from "../../support/gateway/played-gateway.ts";

// What members read about requests that the gateway does not confirm, or ends without an explanation.
let gateway: PlayedGateway;
let easel: TestEasel;

const BAD_GATEWAY = json(502, { error: { code: "upstream_error", message: "bad gateway", type: "upstream_error" } });

const about = (prompt: string) => (message: MessageView) =>
  message.author.isEasel && (message.quote === prompt || message.text.includes(`“${prompt}”`));

describe("a request", () => {
  beforeAll(async () => {
    gateway = await openPlayedGateway();
    easel = await startTestEasel(gateway.environment, { clock: hurriedClock });
  });

  afterAll(async () => {
    await easel.stop();
    await gateway.close();
  });

  it("for a picture reports that the gateway does not answer, and is made once it does", async () => {
    let answer = (): void => {};
    const plain = gateway.playing("createImage");
    const second: Play = (...call) => (answer = () => plain(...call));
    gateway.play({
      createImage(...call) {
        gateway.play({ createImage: second });
        return BAD_GATEWAY(...call);
      },
    });
    await easel.console.say("/imagine a heron");
    const item = await easel.console.see("that the gateway does not answer", (messages) =>
      messages
        .filter(about("a heron"))
        .flatMap(({ progress }) => progress?.items ?? [])
        .find(({ label }) => label === en.notice.submittingAgain),
    );
    expect(item.state).toBe("waiting");
    answer();
    gateway.play({ createImage: plain });
    await easel.console.see("the picture", (messages) =>
      messages.find(({ files }) => files.some(({ description }) => description === "a heron")),
    );
  });

  it.each(["expired", "failed"])(
    "for a clip that ends as %s without an error names the request id of its create",
    async (status) => {
      const requestId = `req-of-${status}`;
      const task = (id: string, now: string) => ({
        id,
        object: "video",
        model: "gamma3.0-video-480p",
        status: now,
        progress: 0,
        created_at: 1_800_000_000,
      });
      gateway.play({
        createVideo: json(200, task(`task_${status}`, "queued"), { "x-gateway-request-id": requestId }),
        task: (response, id, request) => json(200, task(id, status))(response, id, request),
      });
      await easel.console.say(`/video a tide that ${status} --seconds 5`);
      const told = await easel.console.see("the news", (messages) =>
        messages.find((message) => about(`a tide that ${status}`)(message) && message.progress === undefined),
      );
      expect(told.text).toContain(`(Request ${requestId})`);
    },
  );

  it("for a picture that fails without an error names the request id of its create", async () => {
    gateway.play({
      createImage: json(202, { jobId: "job_9", phase: "queued" }, { "x-gateway-request-id": "req-9" }),
      snapshot: json(200, { jobId: "job_9", phase: "failed", error: null }),
    });
    await easel.console.say("/imagine a lost tide");
    const told = await easel.console.see("the news", (messages) =>
      messages.find((message) => about("a lost tide")(message) && message.progress === undefined),
    );
    expect(told.text).toContain("(Request req-9)");
  });
});

describe("a picture that the gateway never confirmed", () => {
  beforeAll(async () => {
    gateway = await openPlayedGateway();
    easel = await startTestEasel(gateway.environment, { clock: impatientClock });
  });

  afterAll(async () => {
    await easel.stop();
    await gateway.close();
  });

  it("is made again only by a button that warns, and arrives after that", async () => {
    const plain = gateway.playing("createImage");
    gateway.play({ createImage: BAD_GATEWAY });
    await easel.console.say("/imagine a lost owl");
    const told = await easel.console.see("the news", (messages) =>
      messages.find((message) => about("a lost owl")(message) && message.text.includes(en.result.itemUnknown)),
    );
    expect(told.buttons.map(({ label }) => label)).toEqual([
      en.result.againUnknown,
      en.result.changeRequest,
      en.result.recipe,
      en.result.delete,
    ]);
    gateway.play({ createImage: plain });
    await easel.console.press(told, en.result.againUnknown);
    await easel.console.see("the picture", (messages) =>
      messages.find(({ files }) => files.some(({ description }) => description === "a lost owl")),
    );
  });
});
