import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { slackSteps } from "../../../../src/db/schema/slack.ts";
import type { FakeExecution } from "../../../support/fake-slack/world.ts";
import { watching } from "../../../support/slack/slack-easel.ts";
import { startSlackWorld, type SlackWorld } from "../../../support/slack/slack-platform.ts";

let world: SlackWorld;

beforeAll(async () => {
  world = await startSlackWorld();
});
afterAll(() => world.stop());

/** A step whose process died this many seconds ago, while it was reporting the outcome to Slack. */
async function left(secondsAgo: number, id = `Fx${secondsAgo}`): Promise<FakeExecution> {
  const { slack, adapter, channel } = world;
  const execution: FakeExecution = { id, callbackId: "make_picture", state: "running", outputs: {}, error: undefined };
  slack.world.executions.set(id, execution);
  await adapter.db.run((queries) =>
    queries.insert(slackSteps).values({
      executionId: id,
      workspace: slack.world.team.id,
      channel: channel.id,
      userId: null,
      locale: "en",
      refusal: "No.",
      triedAt: sql`now() - ${secondsAgo} * interval '1 second'`,
    }),
  );
  return execution;
}

it("reports a step whose process died while reporting it, and leaves one that another process is reporting", async () => {
  const [fresh, old] = [await left(5), await left(31)];
  await watching(world.slack)("the end", () => (old.state === "running" ? undefined : old));
  expect(old).toMatchObject({ state: "failed", error: "No." });
  expect(fresh.state).toBe("running");
});

it.each([
  ["Slack was in trouble", { kind: "http", status: 503 }, "http 503"],
  ["Slack's answer was lost", { kind: "drop-after" }, "ok"],
] as const)("tells Slack again if %s", async (_what, fault, outcome) => {
  const { slack, adapter } = world;
  const callsFor = (id: string) =>
    slack.calls("functions.completeError").filter(({ args }) => args["function_execution_id"] === id);
  slack.fault("functions.completeError", fault);
  const id = `FxAGAIN${outcome.replace(" ", "")}`;
  const step = await left(50, id);
  const see = watching(slack);
  await see("the first try", () => callsFor(id).find((call) => call.outcome === outcome));
  await adapter.db.run((queries) =>
    queries.execute(sql`update slack_steps set tried_at = now() - interval '31 seconds' where execution_id = ${id}`),
  );
  await see(
    "the second try",
    () =>
      callsFor(id).find((call) => call.outcome !== outcome && call.outcome !== "under way") ??
      callsFor(id)
        .slice(1)
        .find((call) => call.outcome === "ok"),
  );
  expect(step).toMatchObject({ state: "failed", error: "No." });
});

it("ends a step that Slack says has ended, or does not exist", async () => {
  const told = await left(40, "FxTOLD");
  told.state = "succeeded";
  await left(41, "FxGONE");
  world.slack.world.executions.delete("FxGONE");
  await watching(world.slack)(
    "both refusals",
    () =>
      world.slack
        .calls("functions.completeError")
        .filter(
          ({ args, outcome }) => /FxTOLD|FxGONE/.test(String(args["function_execution_id"])) && outcome !== "under way",
        )[1],
  );
  await expect
    .poll(() =>
      world.adapter.db.run((queries) =>
        queries.execute(sql`select from slack_steps where ended_at is null and execution_id in ('FxTOLD', 'FxGONE')`),
      ),
    )
    .toHaveLength(0);
});
