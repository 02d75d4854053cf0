import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestEasel, type TestEasel } from "../../support/easel.ts";
import { impatientClock } from "../../support/fault/hurried-clock.ts";
import { openPlayedGateway, type PlayedGateway } from "../../support/gateway/played-gateway.ts";

/** `docs/gateway.md#images-result`: both `url` and `base64` are always offered. */
let gateway: PlayedGateway;
let easel: TestEasel;

beforeEach(async () => {
  gateway = await openPlayedGateway();
  easel = await startTestEasel(gateway.environment, { clock: impatientClock });
});

afterEach(async () => {
  await easel.stop();
  await gateway.close();
});

const filesAsked = (): number => gateway.calls.filter((call) => call.includes("/images/files/")).length;

it("falls back to base64 when a picture's transfer keeps breaking off", async () => {
  gateway.play({
    file: (response) => {
      response.writeHead(200, { "content-type": "image/png", "content-length": String(gateway.picture.length) });
      response.write(gateway.picture.subarray(0, 20), () => response.destroy());
    },
  });
  await easel.console.say("/imagine a broken fox");
  const result = await easel.console.see("the picture", (messages) => messages.find((one) => one.files.length > 0));
  const response = await fetch(new URL(result.files[0]?.url ?? "", easel.url));
  expect(Buffer.from(await response.arrayBuffer()).length).toBeGreaterThan(20);
  expect(filesAsked()).toBe(3);
});
