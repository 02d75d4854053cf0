import { describe, expect, it, vi } from "vitest";
import { parseQuota, readAmount } from "../../../../src/command/quota/parse-quota.ts";
import type { OptionValues } from "../../../../src/command/parse/parse.ts";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import type { NamedKind } from "../../../../src/core/chat/platform.ts";
import { encodeScope } from "../../../../src/core/account/policy/scope.ts";
import type { PriceTable } from "../../../../src/core/request/prices.ts";
import type { QuotaUnit } from "../../../../src/core/account/quota/quota.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";
import type { Texts } from "../../../../src/text/texts.ts";
import { createCommandWorld, GENERAL } from "../../../support/commands.ts";
import { aKey } from "../../../support/a-key.ts";
import { noKeys } from "../../../support/dispatching.ts";

const THREAD: Conversation = { ...GENERAL, thread: "sketches" };
const PRICES: PriceTable = { currency: "EUR", digits: 2, models: {} };
const ACTING = { organisationId: "organisation-1" };

/** A workspace with a group, a channel, a member and a key. */
function context() {
  const { groups, people, platform } = createCommandWorld();
  const known: Readonly<Partial<Record<NamedKind, string>>> = { channel: "studio", person: "max" };
  const accountOf = vi.fn<typeof people.accountOf>(async (_organisationId, { userId }) => `account of ${userId}`);
  return {
    texts: en as Texts,
    prices: PRICES,
    platform: {
      ...platform,
      lookUp: async (_from: Conversation, kind: NamedKind, given: string) =>
        given === known[kind] ? { id: `id of ${given}`, name: `*${given}*` } : undefined,
    },
    people: { ...people, accountOf },
    keyring: { ...noKeys, list: async () => [aKey({ id: "key-1", name: "film" })] },
    groups: { ...groups, list: async () => [{ id: "group-1", name: "Makers", members: [] }] },
  };
}

const parse = (options: OptionValues, isDirect = false) =>
  parseQuota({ options, conversation: THREAD, isDirect }, ACTING, context());

describe("the options of a quota", () => {
  it.each<[OptionValues, string, boolean, string | undefined]>([
    [{}, "workspace:console:main", false, undefined],
    [{ scope: "Workspace" }, "workspace:console:main", false, undefined],
    [{ scope: "organisation" }, "organisation", false, undefined],
    [{ scope: "channel" }, "channel:console:main:general", false, undefined],
    [{ scope: "channel" }, "direct:console:main", true, undefined],
    [{ scope: "direct" }, "direct:console:main", false, undefined],
    [
      { channel: "studio" },
      `channel:console:main:${encodeURIComponent("id of studio")}`,
      false,
      String.raw`channel \*studio\*`,
    ],
    [
      { channel: "studio" },
      `channel:console:main:${encodeURIComponent("id of studio")}`,
      true,
      String.raw`channel \*studio\*`,
    ],
    [{ group: " makers " }, "group:group-1", false, "group Makers"],
    [{ person: "max" }, "account:account of id of max", false, String.raw`\*max\*`],
    [{ key: "Film" }, "key:key-1", false, "key film"],
  ])("%j name the scope %s (direct: %s)", async (options, scope, isDirect, name) => {
    const parsed = await parse({ unit: "images", ...options }, isDirect);
    if (!parsed.ok) throw new Error("refused");
    expect(encodeScope(parsed.value.scope)).toBe(scope);
    expect([...parsed.value.names]).toEqual(name === undefined ? [] : [[scope, name]]);
    expect(parsed.value).toMatchObject({ unit: "images", span: "day" });
  });

  it("name a unit and a span, in any case", async () => {
    expect(await parse({ unit: "Seconds", span: " WEEK " })).toMatchObject({
      ok: true,
      value: { unit: "seconds", span: "week" },
    });
  });

  it.each([
    [en, "pictures", "images"],
    [en, "Pictures", "images"],
    [en, "images", "images"],
    [en, "seconds of clips", "seconds"],
    [zhCN, "图片", "images"],
    [zhCN, "视频秒数", "seconds"],
    [zhCN, "pictures", "images"],
  ])("count what people see a unit called", async (texts, unit, known) => {
    const parsed = await parseQuota({ options: { unit }, conversation: THREAD }, ACTING, { ...context(), texts });
    expect(parsed).toMatchObject({ ok: true, value: { unit: known } });
  });

  it("are refused with the words that people see", async () => {
    const problem = { rule: "not_allowed", option: "unit", given: "pixels", allowed: ["pictures", "seconds", "money"] };
    expect(await parse({ unit: "pixels" })).toMatchObject({ ok: false, reply: { problems: [problem] } });
  });

  it.each([
    ["money", "money:EUR"],
    ["Money", "money:EUR"],
    ["eur", "money:EUR"],
    ["USD", "money:USD"],
  ])("%j is a unit of money", async (unit, known) => {
    expect(await parse({ unit })).toMatchObject({ ok: true, value: { unit: known } });
  });

  it("allow no money without a currency if the operator has set no prices", async () => {
    const given = { options: { unit: "money" }, conversation: THREAD };
    const reply = { problems: [{ text: en.quotaAdmin.noPrices }] };
    const outcome = await parseQuota(given, ACTING, { ...context(), prices: undefined });
    expect(outcome).toMatchObject({ ok: false, reply });
  });

  it("allow no money for a key, whose quota counts what it makes", async () => {
    const reply = { problems: [{ text: en.quotaAdmin.moneyOfKey }] };
    expect(await parse({ unit: "EUR", key: "film" })).toMatchObject({ ok: false, reply });
  });

  it("find a person in the requesting workspace", async () => {
    const world = context();
    await parseQuota({ options: { unit: "images", person: "max" }, conversation: THREAD }, ACTING, world);
    const identity = { platform: "console", workspace: "main", userId: "id of max", displayName: "*max*" };
    expect(world.people.accountOf.mock.calls).toEqual([["organisation-1", identity]]);
  });

  it.each<[OptionValues, readonly object[]]>([
    [{}, [{ rule: "missing_option", option: "unit" }]],
    [{ unit: " " }, [{ rule: "missing_option", option: "unit" }]],
    [{ unit: "pixels" }, [{ rule: "not_allowed", option: "unit", given: "pixels" }]],
    [{ unit: "images", span: "year" }, [{ rule: "not_allowed", option: "span", given: "year" }]],
    [{ unit: "images", scope: "galaxy" }, [{ rule: "not_allowed", option: "scope", given: "galaxy" }]],
    [{ unit: "pixels", span: "year", scope: "galaxy" }, [{ option: "unit" }, { option: "span" }, { option: "scope" }]],
  ])("%j are refused, with every problem at once", async (options, problems) => {
    expect(await parse(options)).toMatchObject({ ok: false, reply: { kind: "refused", problems } });
  });

  it.each<[OptionValues, string]>([
    [{ scope: "channel", group: "makers" }, en.quotaAdmin.oneScope],
    [{ person: "max", key: "film" }, en.quotaAdmin.oneScope],
    [{ channel: "office" }, en.quotaAdmin.noSuchChannel("office")],
    [{ person: "eve" }, en.quotaAdmin.noSuchPerson("eve")],
    [{ group: "makrs" }, en.people.noSuchGroup("makrs", "Makers", "makrs")],
    [{ key: "films" }, en.keys.noSuchKey("films", "film", "film")],
  ])("%j are answered with what is wrong", async (options, text) => {
    expect(await parse({ unit: "images", ...options })).toMatchObject({ ok: false, reply: { problems: [{ text }] } });
  });
});

describe("an amount", () => {
  const amount = (given: string | number, unit: QuotaUnit = "images", min: 0 | 1 = 1) =>
    readAmount({ options: { amount: given } }, unit, min, { texts: en });

  it.each([
    [1, 1],
    [" 10 ", 10],
    ["0007", 7],
    ["２００", 200],
  ])("of %j is %i", (given, value) => {
    expect(amount(given)).toEqual({ ok: true, value });
  });

  it.each(["0", "10000001", "-1", "2.5", "1e3", "0x10", "lots"])("of %j is out of range", (given) => {
    const problem = { rule: "out_of_range", option: "amount", given, min: 1, max: 10_000_000 };
    expect(amount(given)).toEqual({ ok: false, reply: { kind: "refused", problems: [problem] } });
  });

  it.each([
    ["20", 20_000_000],
    [12.5, 12_500_000],
    ["0.1", 100_000],
    ["0,30", 300_000],
    ["１２．５０", 12_500_000],
    ["0.000001", 1],
    ["999999999.999999", 999_999_999_999_999],
  ])("of money %j is %i millionths, exactly", (given, value) => {
    expect(amount(given, "money:EUR")).toEqual({ ok: true, value });
  });

  it("of no money stops everything, and can't be granted", () => {
    expect(["0", "0.00"].map((given) => amount(given, "money:EUR", 0))).toEqual([
      { ok: true, value: 0 },
      { ok: true, value: 0 },
    ]);
    expect(amount("0", "money:EUR").ok).toBe(false);
  });

  it.each(["-1", "lots", "1,000", "1，000", "1e3", "0.0000001", "1000000000", "€5"])(
    "of money can't be %j",
    (given) => {
      const reply = { problems: [{ field: "amount", text: en.quotaAdmin.wrongMoney(given, "EUR") }] };
      expect(amount(given, "money:EUR")).toMatchObject({ ok: false, reply });
    },
  );

  it("is required", () => {
    const problems = [{ rule: "missing_option", option: "amount" }];
    const refused = { ok: false, reply: { kind: "refused", problems } };
    expect(readAmount({ options: {} }, "images", 1, { texts: en })).toEqual(refused);
    expect(amount("  ", "money:EUR")).toEqual(refused);
  });
});
