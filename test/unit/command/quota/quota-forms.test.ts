import { describe, expect, it } from "vitest";
import { encodeScope } from "../../../../src/core/account/policy/scope.ts";
import type { QuotaState } from "../../../../src/core/account/quota/quota.ts";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aKey } from "../../../support/a-key.ts";
import { aCommand, ADA, aPress, createCommandWorld, GENERAL } from "../../../support/commands.ts";
import { noKeys, setUpDispatch } from "../../../support/dispatching.ts";

const say = en.setting;

function aQuota(changes: Partial<QuotaState>): QuotaState {
  const now = { granted: 0, used: 0, endsAt: new Date(0), timeZone: "UTC" };
  return { scope: { kind: "organisation", id: "" }, unit: "images", span: "day", amount: 10, ...now, ...changes };
}

const PICTURES = aQuota({});
const EUROS = aQuota({ unit: "money:EUR", span: "month", amount: 12_500_000 });

/** An organisation with these quotas, the group `Makers` and the key `film`. */
function setUp(...quotas: readonly QuotaState[]) {
  const { groups } = createCommandWorld();
  const done: string[] = [];
  const idOf = ({ scope, unit, span }: Pick<QuotaState, "scope" | "unit" | "span">): string =>
    `${encodeScope(scope)} ${unit} ${span}`;
  const here = setUpDispatch(
    {
      prices: { currency: "EUR", digits: 2, models: {} },
      quotas: {
        state: async () => quotas,
        async set(_change, quota, amount) {
          done.push(`set ${idOf(quota)} ${amount}`);
          return { before: undefined, after: aQuota({ ...quota, amount }) };
        },
        async clear(_change, quota) {
          done.push(`clear ${idOf(quota)}`);
          return aQuota(quota);
        },
      },
    },
    {},
    undefined,
    {
      groups: { ...groups, list: async () => [{ id: "g-1", name: "Makers", members: [] }] },
      keyring: { ...noKeys, list: async () => [aKey({ name: "film" })] },
    },
  );
  const about = { key: "k", conversation: GENERAL, actor: ADA, attachments: [] };
  return {
    ...here,
    done,
    /** The buttons' ids, by label. */
    async buttons() {
      await here.send(aCommand("easel-admin quota set", {}, ADA));
      return new Map(here.responder.answers.at(-1)?.buttons?.map(({ id, label }) => [label, id]));
    },
    press: (id: string) => here.send(aPress(id, { actor: ADA })),
    submit: (form: string, values: FormEvent["values"]) => here.send({ kind: "form", ...about, form, values }),
  };
}

describe("the form for a new quota", () => {
  const NEW = "set:easel-admin quota set:new";
  const values = { amount: "5", unit: "pictures", span: "week", scope: "workspace", person: "" };

  it.each([
    ["workspace", "workspace:console:main"],
    ["channel", "channel:console:main:general"],
    ["organisation", "organisation"],
    ["group:Makers", "group:g-1"],
    ["key:film", "key:key-1"],
  ])("sets it for what was chosen: %s", async (scope, id) => {
    const { done, submit } = setUp();
    await submit(NEW, { ...values, scope });
    expect(done).toEqual([`set ${id} images week 5`]);
  });

  it.each(["group:Bakers", "key:clay"])("shows at the choice that it is gone: %s", async (scope) => {
    const { done, responder, submit } = setUp();
    await submit(NEW, { ...values, scope });
    expect(responder.problems).toMatchObject([{ field: "scope" }]);
    expect(done).toEqual([]);
  });
});

describe("the form for a quota's amount", () => {
  it.each([
    ["pictures", PICTURES, say.amount.images, "10", "20", "organisation images day 20"],
    ["money", EUROS, say.amountInMoney("EUR"), "12.5", "20.50", "organisation money:EUR month 20500000"],
  ])("has the amount of %s now, and changes just that quota", async (_unit, quota, label, value, amount, id) => {
    const { buttons, press, submit, responder, done } = setUp(aQuota({ span: "week" }), quota);
    const button = [...(await buttons()).values()].at(-1) ?? "";
    await press(button);
    expect(responder.forms[0]?.fields).toMatchObject([{ name: "amount", label, value, required: true }]);
    await submit(button, { amount });
    expect(done).toEqual([`set ${id}`]);
  });
});
