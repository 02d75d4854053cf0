import { expect, it } from "vitest";
import { ownScopeNames, scopeNames } from "../../../../src/command/quota/scope-names.ts";
import { decodeScope, encodeScope } from "../../../../src/core/account/policy/scope.ts";
import { en } from "../../../../src/text/en/index.ts";
import type { Texts } from "../../../../src/text/texts.ts";
import { aKey } from "../../../support/a-key.ts";
import { aMembership, createCommandWorld, GENERAL, MAX } from "../../../support/commands.ts";
import { noKeys } from "../../../support/dispatching.ts";

const say = en.quota;
const GROUP = { id: "g-1", name: "Makers*", members: [] };

/** The names of these scopes for an admin in `general`, and what the platform was asked about. */
async function named(...scopes: readonly string[]) {
  const { groups, people, platform } = createCommandWorld();
  const asked: string[] = [];
  const context = {
    texts: en as Texts,
    groups: { ...groups, list: async () => [{ ...GROUP, id: "g-0", name: "Others" }, GROUP] },
    keyring: { ...noKeys, list: async () => [aKey({ id: "k-0", name: "other" }), aKey({ id: "k-1", name: "film*" })] },
    people: { ...people, names: async () => new Map([["a-1", "Max*"]]) },
    platform: {
      ...platform,
      lookUp: async (_from: unknown, kind: string, given: string) => {
        asked.push(`${kind} ${given}`);
        return given === "studio" ? { id: "studio", name: "studio*" } : undefined;
      },
    },
  };
  const acting = { organisationId: "organisation-1" };
  const names = await scopeNames(scopes.map(decodeScope), { conversation: GENERAL }, acting, context);
  return { asked, names: Object.fromEntries(names) };
}

it("an admin reads whose a quota is by name, or by id if the name is unknown", async () => {
  const { names } = await named("group:g-1", "key:k-1", "account:a-1", "account:a-9", "workspace:slack:T1");
  expect(names).toEqual({
    "group:g-1": say.group("Makers\\*"),
    "key:k-1": say.key("film\\*"),
    "account:a-1": "Max\\*",
    "account:a-9": "a-9",
    "workspace:slack:T1": say.otherWorkspace("slack:T1"),
  });
});

it("other channels have names where the platform knows them, and only in this workspace", async () => {
  const [studio, gone, elsewhere] = ["console:main:studio", "console:main:gone", "slack:T1:studio"];
  const { asked, names } = await named(`channel:${studio}`, `channel:${gone}`, `channel:${elsewhere}`);
  expect(names).toEqual({
    [`channel:${studio}`]: say.channel("studio\\*"),
    [`channel:${gone}`]: say.channel(`\`${gone}\``),
    [`channel:${elsewhere}`]: say.channel(`\`${elsewhere}\``),
  });
  expect(asked).toEqual(["channel studio", "channel gone"]);
});

it("this place, this workspace, and groups and keys that are gone need no name", async () => {
  const scopes = ["organisation", "workspace:console:main", "channel:console:main:general", "group:g-9", "key:k-9"];
  expect((await named(...scopes)).names).toEqual({});
});

it("members read the names of their own groups", () => {
  const membership = { ...aMembership({ conversation: GENERAL, actor: MAX }), groups: [GROUP] };
  const names = ownScopeNames({ membership }, { texts: en });
  expect([...names]).toEqual([[encodeScope({ kind: "group", id: "g-1" }), say.group("Makers\\*")]]);
});
