import { afterAll, expect, it } from "vitest";
import { freePort } from "../../../src/db/embedded/server-settings.ts";
import { startFakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";
import { resultsFor, slackEnvironment, watching } from "../../support/slack/slack-easel.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** More requests than the alert needs, but few per channel, because Slack accepts one post a second in each. */
const [CHANNELS, REQUESTS] = [9, 6];
const sums = createSums();

afterAll(() => sums.report("incident: platform silent"));

it("Slack delivers nothing: the alert fires, the doctor names the workspace, and the right address ends it", async () => {
  const slack = await startFakeSlack();
  const max = slack.join({ name: "max", displayName: "Max" });
  const port = await freePort();
  const incident = await openIncident("Platform silent", sums);
  const prompts = Array.from({ length: CHANNELS * REQUESTS }, (_, index) => `before the silence ${index}`);
  try {
    const channels = Array.from({ length: CHANNELS }, (_, index) => slack.addChannel({ name: `studio-${index}` }));
    await incident.start(undefined, { ...slackEnvironment(slack, "http"), PUBLIC_PORT: String(port) });
    const right = `http://127.0.0.1:${port}/slack/events`;
    slack.deliverTo(right);
    await incident.isCalm();
    for (const [index, prompt] of prompts.entries()) {
      const channel = channels[index % CHANNELS];
      expect((await max.slash(channel?.id ?? "", "/imagine", prompt).outcome).acknowledged).toBe(true);
      await incident.alerts.pass(MINUTE_MS, { everyMs: MINUTE_MS });
    }
    for (const prompt of prompts) await watching(slack)(prompt, () => resultsFor(slack, prompt)[0]);
    await incident.alerts.pass(2 * HOUR_MS, { everyMs: HOUR_MS / 6 });
    expect(incident.alerts.firing()).toEqual([]);

    // The app's request address was changed by mistake.
    slack.deliverTo("http://127.0.0.1:1/slack/events");
    expect((await max.slash(channels[0]?.id ?? "", "/imagine", "into the void").outcome).acknowledged).toBe(false);
    await incident.world.sql`update batches set created_at = created_at - interval '26 hours'`;
    await incident.strikes(27 * HOUR_MS, { everyMs: HOUR_MS / 6 });

    slack.deliverTo(right);
    expect((await max.slash(channels[0]?.id ?? "", "/imagine", "after the silence").outcome).acknowledged).toBe(true);
    await incident.isOver(HOUR_MS);
    await watching(slack)("the result", () => resultsFor(slack, "after the silence")[0]);
    const often = prompts.filter((prompt) => resultsFor(slack, prompt).length !== 1);
    expect(often).toEqual([]);
    expect(resultsFor(slack, "into the void")).toEqual([]);
  } finally {
    await incident.close();
    await slack.close();
  }
});
