import { afterAll, expect, it } from "vitest";
import { startFakeSlack } from "../../support/fake-slack/fake-slack.ts";
import { createSums } from "../../support/fault/fault-sums.ts";
import { openIncident } from "../../support/fault/incident.ts";
import { resultsFor, slackEnvironment, watching } from "../../support/slack/slack-easel.ts";

const sums = createSums();

afterAll(() => sums.report("incident: token revoked"));

it("Slack's token is revoked: the alert fires, the doctor names the variable, and the right token ends it", async () => {
  const slack = await startFakeSlack();
  const channel = slack.addChannel({ name: "studio" });
  const max = slack.join({ name: "max", displayName: "Max" });
  const incident = await openIncident("Token revoked", sums);
  try {
    const before = await incident.start(undefined, slackEnvironment(slack, "socket"));
    await incident.isCalm();
    expect((await max.slash(channel.id, "/imagine", "a fox before [slow:20]").outcome).acknowledged).toBe(true);
    slack.faultAll({ kind: "error", error: "token_revoked" });
    await incident.strikes(60 * 60_000);
    // The Console is another platform and keeps working.
    await incident.ask("image", "a fox in the Console");
    slack.faultAll(undefined);
    await before.kill();
    await incident.start(undefined, slackEnvironment(slack, "socket"));
    const ledger = await incident.isOver(60 * 60_000);
    expect(ledger.made).toBe(1);
    await watching(slack)("the result", () => resultsFor(slack, "a fox before [slow:20]")[0]);
    expect(resultsFor(slack, "a fox before [slow:20]")).toHaveLength(1);
  } finally {
    await incident.close();
    await slack.close();
  }
});
