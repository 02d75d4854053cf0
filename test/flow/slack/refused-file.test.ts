import { afterAll, beforeAll, expect, it } from "vitest";
import { hurriedClock } from "../../support/fault/hurried-clock.ts";
import { startSlackEasel, type SlackEasel } from "../../support/slack/slack-easel.ts";

let here: SlackEasel;

beforeAll(async () => {
  here = await startSlackEasel("http", {}, { sandboxSpeed: 0, sandboxMedia: "tiny", clock: hurriedClock });
});
afterAll(() => here.stop());

it("a picture that is too large for Slack is reported without a link to this machine", async () => {
  const { slack, channel, max, see } = here;
  // Both the original and the smaller version are refused.
  slack.fault("files.getUploadURLExternal", { kind: "error", error: "file_upload_size_restricted" }, 2);
  await max.slash(channel.id, "/imagine", "a huge heron").outcome;
  const told = await see("the result", () =>
    slack
      .said(channel.id)
      .map((message) => slack.read(message))
      .find((text) => text.includes("too large")),
  );
  expect(told).toContain("your picture was made, but can't be shown here.");
  expect(told).not.toContain("here is your picture");
  expect(told).toContain("PUBLIC_URL");
  const { messages, ephemerals } = slack.world;
  expect(JSON.stringify([messages, ephemerals])).not.toMatch(/127\.0\.0\.1|localhost/);
});
