import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createStepStore,
  STEP_ASK_MS,
  STEP_BOUNDS,
  type EndedStep,
  type StepStore,
} from "../../../../src/platforms/slack/store/step-store.ts";
import { startSlackWorld, type SlackWorld } from "../../../support/slack/slack-platform.ts";

let world: SlackWorld;
let steps: StepStore;

beforeAll(async () => {
  world = await startSlackWorld();
  steps = createStepStore(world.adapter.db);
});
afterAll(() => world.stop());

let count = 0;
/** A workspace whose steps are never reported to Slack. */
function aWorkspace() {
  const workspace = `T-OTHER-${(count += 1)}`;
  const begin = (executionId: string, userId = "U1", channel = "C1") =>
    steps.begin({ executionId: `${workspace}-${executionId}`, workspace, channel, userId, tooMany: "Too many." });
  const refuse = (executionId: string) => steps.asked(`${workspace}-${executionId}`, { refusal: "No." }, "en");
  const age = (ms: number) =>
    world.adapter.db.run((queries) =>
      queries.execute(sql`
        update slack_steps set created_at = created_at - ${ms} * interval '1 millisecond' where workspace = ${workspace}`),
    );
  return { workspace, begin, refuse, age };
}

describe("steps of workflows", () => {
  it("may look up one person a limited number of times, even if refused, and again an hour later", async () => {
    const { begin, refuse, age, workspace } = aWorkspace();
    const { hourOfPerson } = STEP_BOUNDS;
    for (let n = 0; n < hourOfPerson; n += 1) {
      expect(await begin(`Fx${n}`)).toBe("begun");
      await refuse(`Fx${n}`);
    }
    // Steps that are refused for this don't count; otherwise, a loop would lock the person out for good.
    for (let n = 0; n < 3 * hourOfPerson; n += 1) expect(await begin(`FxOver${n}`)).toBe("over");
    expect(await begin("FxOther", "U2")).toBe("begun");
    const over = await world.adapter.db.run((queries) =>
      queries.execute(sql`
        select distinct refusal from slack_steps where workspace = ${workspace} and user_id is null`),
    );
    expect([...over]).toEqual([{ refusal: "Too many." }]);
    await age(3_600_000);
    expect(await begin("FxLater")).toBe("begun");
  });

  it("counts a person's steps in one workspace only", async () => {
    const [one, other] = [aWorkspace(), aWorkspace()];
    for (let n = 0; n < STEP_BOUNDS.openOfPerson; n += 1) await one.begin(`Fx${n}`);
    expect(await one.begin("FxMore")).toBe("over");
    expect(await other.begin("FxMore")).toBe("begun");
  });

  it.each([
    ["have questions open", "openOfWorkspace", 20 * 60_000],
    ["began within an hour", "hourOfWorkspace", 0],
  ] as const)("are refused and reported to Slack if too many of a workspace %s", async (_what, bound, ageMs) => {
    const { workspace, begin } = aWorkspace();
    await world.adapter.db.run((queries) =>
      queries.execute(sql`
        insert into slack_steps (execution_id, workspace, channel, user_id, locale, ended_at, created_at)
        select ${workspace} || n, ${workspace}, 'C' || n, 'U' || n, 'en', case when ${ageMs === 0} then now() end,
          now() - ${ageMs} * interval '1 millisecond'
        from generate_series(1, ${STEP_BOUNDS[bound]}::integer) as n`),
    );
    expect(await begin("Fx1")).toBe("over");
    const told = await steps.take(workspace);
    expect(told.map(({ refusal }) => refusal)).toContain("Too many.");
  });

  it("that are redelivered ask again until they are refused or reported to Slack, and then never", async () => {
    const { workspace, begin, age } = aWorkspace();
    for (let n = 0; n < STEP_BOUNDS.openOfPerson; n += 1) await begin(`Fx${n}`);
    // A redelivery doesn't count again.
    expect(await begin("Fx0")).toBe("begun");
    expect(await begin("FxOver")).toBe("over");
    expect(await begin("FxOver")).toBe("decided");
    await age(STEP_ASK_MS);
    const told: EndedStep[] = [];
    for (let n = 0; n < STEP_BOUNDS.openOfPerson; n += 1) told.push(...(await steps.take(workspace)));
    expect(told.map(({ refusal }) => refusal).filter((refusal) => refusal !== null)).toEqual(["Too many."]);
    const { executionId, offered } = told.find(({ refusal }) => refusal === null) ?? { executionId: "", offered: true };
    expect(offered).toBe(false);
    expect(await begin(executionId.slice(workspace.length + 1))).toBe("decided");
    expect(await steps.asked(executionId, { keys: ["proposal:1"] }, "en")).toBe(false);
  });

  it("that asked no question end only after Slack stops redelivering them", async () => {
    const { workspace, begin, age } = aWorkspace();
    await begin("Fx1");
    await age(STEP_ASK_MS - 60_000);
    expect(await steps.take(workspace)).toEqual([]);
    await age(60_000);
    expect(await steps.take(workspace)).toMatchObject([
      { executionId: `${workspace}-Fx1`, offered: false, refusal: null },
    ]);
  });
});
