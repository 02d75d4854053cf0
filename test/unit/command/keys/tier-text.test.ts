import { expect, it } from "vitest";
import { tierLines } from "../../../../src/command/keys/tier-text.ts";
import type { Key } from "../../../../src/core/account/keys/key.ts";
import { ORGANISATION_SCOPE, type Scope } from "../../../../src/core/account/policy/scope.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { en } from "../../../../src/text/en/index.ts";
import { aKey } from "../../../support/a-key.ts";
import { aMembership, GENERAL, MAX } from "../../../support/commands.ts";
import { noKeys } from "../../../support/dispatching.ts";

/** The lines about pictures for a member of the groups `Film` and `P*`, and the kinds of scopes whose keys were considered. */
async function linesFor(keys: readonly Key[], isAdmin: boolean, ownKeys?: boolean) {
  const considered: string[] = [];
  const rules = ownKeys === undefined ? [] : [{ scope: ORGANISATION_SCOPE, settings: { ownKeys } }];
  const membership = {
    ...aMembership({ conversation: GENERAL, actor: MAX }, { rules }),
    groups: [
      { id: "g-1", name: "Film" },
      { id: "g-2", name: "P*" },
    ],
  };
  const [first] = keys;
  const keyring = {
    ...noKeys,
    tierFor: async (_: string, __: unknown, scopes: readonly Scope[]) => {
      considered.push(...scopes.map(({ kind }) => kind));
      return first && { scope: first.scope, keys };
    },
  };
  const lines = await tierLines(["image"], membership, isAdmin, { keyring, clock: systemClock, texts: en });
  return { lines, considered };
}

it.each<[Scope, string]>([
  [{ kind: "account", id: "account of member" }, "your own"],
  [{ kind: "group", id: "g-2" }, String.raw`those of P\*`],
  [{ kind: "workspace", id: "console:main" }, "those of this workspace"],
  [ORGANISATION_SCOPE, "those of the organisation"],
])("members read whose keys make their requests: %j", async (scope, whose) => {
  const { lines } = await linesFor([aKey({ scope })], false);
  expect(lines).toEqual([en.keys.tier.served("image", whose)]);
});

it("all groups that share the keys are named, in one line", async () => {
  const keys = ["g-1", "g-2"].map((id) => aKey({ id, scope: { kind: "group", id } }));
  expect((await linesFor(keys, false)).lines).toEqual([en.keys.tier.served("image", String.raw`those of Film, P\*`)]);
});

it("only admins also read the keys' names, with the part that may be shown", async () => {
  const keys = [aKey({ name: "main_1", masked: "sk-…aaaa" }), aKey({ name: "spare", masked: "sk-…bbbb" })];
  const { lines } = await linesFor(keys, true);
  expect(lines).toEqual([
    `${en.keys.tier.served("image", "those of the organisation")} (main\\_1 \`sk-…aaaa\`, spare \`sk-…bbbb\`)`,
  ]);
});

it("a member without a usable key reads that there is none", async () => {
  expect((await linesFor([], true)).lines).toEqual([en.keys.tier.none("image")]);
});

it.each([
  [undefined, false],
  [false, false],
  [true, true],
])("a member's own keys count only if the rules allow them: %s", async (ownKeys, counts) => {
  const { considered } = await linesFor([aKey()], false, ownKeys);
  expect(considered.includes("account")).toBe(counts);
  expect(considered).toContain("workspace");
});
