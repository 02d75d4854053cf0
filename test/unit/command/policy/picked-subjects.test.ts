import { describe, expect, it } from "vitest";
import type { PolicySettings } from "../../../../src/core/account/policy/policy.ts";
import { groupSubject, roleSubject } from "../../../../src/core/account/policy/subject.ts";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import type { Named } from "../../../../src/core/chat/platform.ts";
import { en } from "../../../../src/text/en/index.ts";
import { ADA, createCommandWorld, GENERAL } from "../../../support/commands.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const MAKERS = groupSubject("g-1");
const EDITORS = roleSubject(GENERAL, "editors");
const MAX = "account:a-max";
const GONE = "account:a-gone";

/** Everyone whom the platform knows, by what its menu returns. */
const KNOWN: Readonly<Record<string, Named>> = {
  "person max": { id: "max", name: "Max" },
  "person zoe": { id: "zoe", name: "Zoe" },
  "person gone": { id: "gone", name: "Gone", hasLeft: true },
  "role editors": { id: "editors", name: "editors" },
};

/** Submits the form for the people who may use a channel, on a platform with a menu of members and roles. */
async function submitted(before: PolicySettings, values: FormEvent["values"]) {
  const { groups, people, platform } = createCommandWorld();
  let now = before;
  const here = setUpDispatch({}, {}, undefined, {
    groups: { ...groups, list: async () => [{ id: "g-1", name: "Makers", members: [] }] },
    people: {
      ...people,
      accountOf: async (_organisationId, { userId }) => `a-${userId}`,
      userIds: async (_organisationId, accounts) => new Map(accounts.map((id) => [id, id.slice(2)])),
    },
    platform: {
      ...platform,
      capabilities: { ...platform.capabilities, memberMenu: { max: 5 } },
      lookUp: async (_from, kind, given) => KNOWN[`${kind} ${given}`],
    },
  });
  Object.assign(here.world.policies, {
    settings: async () => now,
    async change(_change: unknown, _scope: unknown, how: (settings: PolicySettings) => PolicySettings) {
      now = how(now);
      return { before, after: now, lately: undefined };
    },
  });
  const about = { key: "k", conversation: GENERAL, actor: ADA, attachments: [] };
  await here.send({ kind: "form", ...about, form: "set:easel-admin channel access:access", values });
  return { access: now.access, problems: here.responder.problems };
}

describe("people picked from the platform's menu", () => {
  it.each<[string, readonly string[], FormEvent["values"], readonly string[] | undefined]>([
    ["adds a person and a role", [], { only_members: "person:max, role:editors" }, [MAX, EDITORS]],
    ["removes one, and keeps the others", [MAX, EDITORS, MAKERS], { only_members: "role:editors" }, [EDITORS, MAKERS]],
    ["keeps people who have left", [MAX, GONE], { only_members: "person:zoe" }, ["account:a-zoe", GONE]],
    ["takes the other subjects from their own field", [MAX], { only_others: "Makers" }, [MAX, MAKERS]],
    ["removes the rule if nobody is left", [MAX], { only_members: "" }, undefined],
    ["changes nothing if both fields are unchanged", [MAX, MAKERS], { only_others: "Makers" }, [MAX, MAKERS]],
  ])("%s", async (_what, access, values, after) => {
    const done = await submitted({ access: [...access] }, values);
    expect(done).toEqual({ access: after, problems: [] });
  });

  it.each(["person:nobody", "role:nothing", "team:x", "max"])("who don't exist are refused: %s", async (entry) => {
    const { access, problems } = await submitted({ access: [MAX] }, { only_members: `person:max, ${entry}` });
    expect(problems).toMatchObject([{ field: "only_others", text: en.policyAdmin.noSubject(entry) }]);
    expect(access).toEqual([MAX]);
  });
});
