import { describe, expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import { readOverviewPress, overviewPressId, type OverviewPress } from "../../../src/command/overview/view-id.ts";
import { runOf, LISTS } from "../../../src/command/overview/list-view.ts";
import { fitted } from "../../../src/command/overview/view-parts.ts";
import { RULES_COMMANDS } from "../../../src/command/overview/rules-view.ts";
import { en } from "../../../src/text/en/index.ts";
import { combine } from "../../../src/core/account/policy/combine.ts";
import { pressable } from "../../../src/core/chat/message.ts";
import { ADA, aCommand, aPress, aText, GENERAL } from "../../support/commands.ts";
import { aBatch, aJob } from "../../support/database/jobs.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";
import { setUpLongTenant } from "../../support/long-tenant.ts";

const GROUP = "0198c7c5-0000-7000-8000-000000000001";

it("every press has an id that leads back to it", () => {
  const presses: readonly OverviewPress[] = [
    { kind: "home" },
    { kind: "subject", subject: "quotas" },
    { kind: "group", groupId: GROUP },
    { kind: "approvals", page: 3 },
    { kind: "usage", span: "week", by: "model" },
    { kind: "pause", place: "workspace" },
    { kind: "resume", place: "channel" },
    { kind: "run", run: "addKey" },
  ];
  for (const press of presses) expect(readOverviewPress(overviewPressId(press))).toEqual(press);
});

it.each(["overview:", "overview:secrets", "overview:usage:year:model", "overview:pause:account", "overview:group:1"])(
  "%s is not a press of the overview",
  (id) => expect(readOverviewPress(id)).toBeUndefined(),
);

it("only the commands that the overview offers are run by its buttons", async () => {
  const { send, said } = setUp();
  await send(aPress("overview:run:resetEverything", { actor: ADA }));
  expect(said()).toBe(en.gone);
  const offered = [...Object.values(LISTS).flatMap(({ runs }) => runs), ...Object.keys(RULES_COMMANDS)];
  for (const key of [...offered, ...Object.keys(LISTS)]) expect(runOf(key), key).toBeDefined();
});

it.each(["overview:home", "overview:approvals", "overview:pause:organisation", "overview:run:addKey"])(
  "%s is refused to members",
  async (id) => {
    const { send, said, responder } = setUp();
    await send(aPress(id));
    expect(said()).toBe(en.adminsOnly);
    expect(responder.closings).toEqual([]);
  },
);

it("/easel-admin is for admins only", async () => {
  const { send, said } = setUp();
  await send(aText("/easel-admin"));
  expect(said()).toBe(en.adminsOnly);
});

describe("the first words of several commands", () => {
  const groups = [...new Set(commands.map(({ spec }) => /^(easel-admin \w+) /.exec(spec.name)?.[1]))].filter(
    (name) => name !== undefined,
  );

  it("are those of the admins' settings", () => {
    expect(groups).toHaveLength(8);
  });

  it.each(groups)("/%s shows its subject's view, as the menu does", async (name) => {
    const tenant = { many: 2, name: "painters" };
    const typed = setUpLongTenant(tenant);
    await typed.send(aText(`/${name}`, { actor: ADA }));
    const picked = setUpLongTenant(tenant);
    await picked.send(aCommand(name, {}, ADA));
    for (const { responder } of [typed, picked]) {
      const [view] = responder.answers;
      expect(view?.menus?.[0]?.choices.filter(({ isChosen }) => isChosen)).toHaveLength(1);
      expect(
        pressable(view ?? { text: "" }).filter((id) => !id.startsWith("overview:") || id.includes(":run:")),
      ).not.toEqual([]);
    }
  });

  it("list their commands where an answer can't have buttons, and are refused to members", async () => {
    const plain = setUp({ forms: false });
    await plain.send(aText("/easel-admin quota", { actor: ADA }));
    expect(plain.said()).toContain(en.help.below("/easel-admin quota"));
    const member = setUp();
    await member.send(aText("/easel-admin quota"));
    expect(member.said()).toBe(en.adminsOnly);
  });

  it("are refused when no command continues with the next word", async () => {
    const { send, said } = setUp();
    await send(aText("/easel-admin quota everything", { actor: ADA }));
    expect(said()).toContain(en.unknownBelow("easel-admin quota everything", undefined));
  });
});

it("long lists are cut between names, and never inside a name or its markup", () => {
  const names = Array.from({ length: 80 }, (_, index) => `\`model-${index}\``).join(", ");
  const { lines, isCut } = fitted([`• Models: ${names}`, "• next"]);
  expect(isCut).toBe(true);
  expect(lines[0]).toMatch(/`model-\d+`, …$/);
  expect(lines[1]).toBe("• next");
  expect(fitted(["a", "b"], 3)).toEqual({ lines: ["a"], isCut: true });
  expect(fitted(["a", "b"])).toEqual({ lines: ["a", "b"], isCut: false });
});

it("a pending approval leads to its request", async () => {
  const { send, responder, world } = setUp();
  const batch = aBatch();
  world.know(batch, [aJob({ state: "held" })], { posts: { notice: "m-1" } });
  const grounds = { hasAdminChannel: false, askedIn: undefined, policy: combine([]), short: [], names: new Map() };
  Object.assign(world.approvals, {
    pending: async () => [{ batchId: batch.id, conversation: GENERAL }],
    grounds: async () => grounds,
  });
  await send(aPress("overview:approvals", { actor: ADA }));
  expect(responder.closings.at(-1)?.sections?.map(({ link }) => link)).toEqual([
    { label: en.jobs.jump, url: "https://chat.test/general/m-1" },
  ]);
});
