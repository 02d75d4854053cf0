import { pino } from "pino";
import { describe, expect, it } from "vitest";
import {
  createUserGroups,
  SLACK_GROUPS_MS,
  SLACK_GROUPS_RETRY_MS,
} from "../../../../src/platforms/slack/people/user-groups.ts";
import { SlackRefusal, type SlackWeb } from "../../../../src/platforms/slack/connect/web-api.ts";
import { createManualClock } from "../../../support/manual-clock.ts";

/** A Slack that answers with these groups, or with trouble. */
function setUp(answer: () => unknown) {
  const clock = createManualClock();
  let calls = 0;
  const call: SlackWeb["call"] = async (method, args, schema) => {
    expect([method, args]).toEqual(["usergroups.list", { include_users: true }]);
    calls++;
    return schema.parse(answer());
  };
  const groups = createUserGroups({ web: { call, callOrDrop: call }, clock, log: pino({ level: "silent" }) });
  return { groups, clock, calls: () => calls };
}

const MAKERS = { usergroups: [{ id: "S1", name: "Makers", handle: "makers", users: ["U1", "U2"] }] };

describe("user groups of Slack", () => {
  it("are fetched once for any number of people", async () => {
    const { groups, calls } = setUp(() => MAKERS);
    expect(await Promise.all([groups.of("U1"), groups.of("U3"), groups.of("U2")])).toEqual([["S1"], [], ["S1"]]);
    expect(await groups.all()).toEqual([{ id: "S1", name: "Makers", handle: "makers" }]);
    expect(calls()).toBe(1);
  });

  it("are fetched again after a while; callers get the last known ones meanwhile", async () => {
    let answer: object = MAKERS;
    const { groups, clock, calls } = setUp(() => answer);
    await groups.of("U1");
    answer = { usergroups: [] };
    clock.advance(SLACK_GROUPS_MS);
    expect(await groups.of("U1")).toEqual(["S1"]);
    await groups.all();
    expect(await groups.of("U1")).toEqual([]);
    expect(calls()).toBe(2);
  });

  it("are unknown until Slack first answers, are fetched again soon, and stay as last known after that", async () => {
    let broken = true;
    const { groups, clock } = setUp(() => {
      if (broken) throw new Error("missing_scope");
      return MAKERS;
    });
    expect(await groups.of("U1")).toBeUndefined();
    await expect(groups.all()).rejects.toMatchObject({ retryable: true });
    broken = false;
    expect(await groups.of("U1")).toBeUndefined();
    clock.advance(SLACK_GROUPS_RETRY_MS);
    expect(await groups.of("U1")).toEqual(["S1"]);
    broken = true;
    clock.advance(SLACK_GROUPS_MS);
    await groups.of("U1");
    expect(await groups.of("U1")).toEqual(["S1"]);
  });

  it("are empty if the workspace's plan has none", async () => {
    const { groups } = setUp(() => {
      throw new SlackRefusal("rejected", "plan_upgrade_required", "usergroups.list");
    });
    expect(await groups.of("U1")).toEqual([]);
    expect(await groups.all()).toEqual([]);
  });
});
