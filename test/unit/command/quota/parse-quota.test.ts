import { describe, expect, it, vi } from "vitest";
import { parseQuota, wholeAmount } from "../../../../src/command/quota/parse-quota.ts";
import type { OptionValues } from "../../../../src/command/parse/parse.ts";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import type { NamedKind } from "../../../../src/core/chat/platform.ts";
import { encodeScope } from "../../../../src/core/account/policy/scope.ts";
import { en } from "../../../../src/text/en/index.ts";
import { createCommandWorld, GENERAL } from "../../../support/commands.ts";
import { aKey } from "../../../support/a-key.ts";
import { noKeys } from "../../../support/dispatching.ts";

const THREAD: Conversation = { ...GENERAL, thread: "sketches" };
const ACTING = { organisationId: "organisation-1" };

/** A workspace with a group, a channel, a member and a key. */
function context() {
  const { groups, people, platform } = createCommandWorld();
  const known: Readonly<Partial<Record<NamedKind, string>>> = { channel: "studio", person: "max" };
  const accountOf = vi.fn<typeof people.accountOf>(async (_organisationId, { userId }) => `account of ${userId}`);
  return {
    texts: en,
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

  it("find a person by the workspace that asks", async () => {
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
    expect(await parse({ unit: "images", ...options })).toMatchObject({ ok: false, reply: { message: { text } } });
  });
});

describe("an amount", () => {
  const amount = (given: string | number) => wholeAmount({ options: { amount: given } }, 1, 10);

  it.each([
    [1, 1],
    [" 10 ", 10],
    ["0007", 7],
  ])("of %j is %i", (given, value) => {
    expect(amount(given)).toEqual({ ok: true, value });
  });

  it.each(["0", "11", "-1", "2.5", "lots", "1e3"])("of %j is out of range", (given) => {
    const problem = { rule: "out_of_range", option: "amount", given, min: 1, max: 10 };
    expect(amount(given)).toEqual({ ok: false, problem });
  });

  it("is required", () => {
    const problem = { rule: "missing_option", option: "amount" };
    expect(wholeAmount({ options: {} }, 1, 10)).toEqual({ ok: false, problem });
    expect(amount("  ")).toEqual({ ok: false, problem });
  });
});
