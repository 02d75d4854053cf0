import { pino } from "pino";
import { afterEach, expect, it } from "vitest";
import { viewTexts } from "../../../src/core/chat/message.ts";
import { startClipGateway, type ClipGateway } from "../../support/gateway/clip-gateway.ts";
import { createConsoleClient, type ConsoleClient } from "../../support/console/console-client.ts";
import { until } from "../../support/process/processes.ts";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";

let easel: TestEasel | undefined;
let gateway: ClipGateway | undefined;
let admin: ConsoleClient | undefined;

afterEach(async () => {
  await admin?.close();
  await easel?.stop();
  await gateway?.close();
});

/** Easel with a gateway that gives this model list, and Easel's log. */
async function startWith(list: unknown) {
  gateway = await startClipGateway(Buffer.alloc(8), list);
  const lines: string[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
  easel = await startTestEasel(gateway.environment, {}, log);
  const { console } = easel;
  admin = createConsoleClient(easel.url, "admin");
  const ada = admin;
  const answered = async (text: string): Promise<string> => viewTexts(await ada.answerTo(text));
  return { gateway, console, lines, answered };
}

it("only models of the gateway's list are sent, the first documented one by default", async () => {
  const {
    gateway: asked,
    console,
    answered,
  } = await startWith({
    object: "list",
    data: [{ id: "mystery-1" }, { id: "provider-a/image-2" }, { id: "sd2.5(9参考图)" }, { id: "sd2.0(9-0-0)" }],
  });
  expect(await answered("/video a fox --model gamma3.0-video-720p")).toContain(
    "Allowed: `sd2.5(9参考图)`, `sd2.0(9-0-0)`, `mystery-1`.",
  );
  await console.say("/video a fox");
  await until(() => asked.models().length > 0);
  expect(asked.models()).toEqual(["sd2.5(9参考图)"]);
  await answered("/easel-admin organisation defaults --video_model sd2.0(9-0-0)");
  await console.say("/video another fox");
  await until(() => asked.models().length > 1);
  expect(asked.models()).toEqual(["sd2.5(9参考图)", "sd2.0(9-0-0)"]);
});

it("a list of unknown format causes a warning at the start and in the doctor, and the catalogue is offered", async () => {
  const { gateway: asked, console, lines, answered } = await startWith({ available: { video: ["x"] } });
  expect(lines.join()).toContain("unknown format");
  expect(await answered("/easel-admin doctor")).toMatch(/⚠ Gateway for clips: .*its list of models has a form/);
  expect(await answered("/models")).toContain("alpha-h3(933/4-15秒/2K)");
  await console.say("/video a fox");
  await until(() => asked.models().length > 0);
  expect(asked.models()).toEqual(["gamma3.0-video-720p"]);
});
