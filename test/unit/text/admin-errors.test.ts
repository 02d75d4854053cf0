import { describe, expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import { splitCommandLine } from "../../../src/command/parse/command-names.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { typedName } from "../../../src/text/render/shown.ts";
import { textsFor, type Texts } from "../../../src/text/texts.ts";

const NAMES = commands.map(({ spec }) => spec.name);
const GROUP = "design team";
const TYPED = typedName(GROUP);

/** What admin commands refuse or could not do, and what must be typed to fix it, with the names filled in. */
const ERRORS: readonly (readonly [
  name: string,
  says: (texts: Texts) => string,
  ...fixes: readonly [string, ...string[]],
])[] = [
  ["no groups", ({ people }) => people.noGroups, "/easel-admin groups create"],
  [
    "an unknown group",
    ({ people }) => people.noSuchGroup(GROUP, undefined, TYPED),
    `/easel-admin groups create ${TYPED}`,
    "/easel-admin groups list",
  ],
  ["a group that exists", ({ people }) => people.groupTaken(GROUP, TYPED), `/easel-admin groups add ${TYPED}`],
  ["too many groups", ({ people }) => people.groupsFull(9), "/easel-admin groups delete"],
  [
    "a group with keys",
    ({ people }) => people.groupOwnsKeys(GROUP, "studio", "studio"),
    "/easel-admin keys assign --key studio --to everyone",
    "/easel-admin keys remove --key studio",
  ],
  [
    "nobody to add",
    ({ people }) => people.memberUnclear("add", TYPED),
    `/easel-admin groups add --group ${TYPED} --person @`,
    `/easel-admin groups add ${TYPED}`,
  ],
  ["nobody to remove", ({ people }) => people.memberUnclear("remove", TYPED), `/easel-admin groups remove ${TYPED}`],
  [
    "a full group",
    ({ people }) => people.groupFull(GROUP, 9, TYPED),
    `/easel-admin groups remove ${TYPED}`,
    `/easel-admin groups add --group ${TYPED} --role @`,
  ],
  ["a person who is not in the group", ({ people }) => people.memberAbsent("Max", GROUP), "/easel-admin groups list"],
  ["no keys", ({ keys }) => keys.none, "/easel-admin keys add"],
  ["no key to enable", ({ keys }) => keys.nothing.enableKey, "/easel-admin keys add"],
  ["no key to disable", ({ keys }) => keys.nothing.disableKey, "/easel-admin keys enable"],
  ["no key to remove", ({ keys }) => keys.nothing.removeKey, "/easel-admin keys disable"],
  ["a key of the operator's", ({ keys }) => keys.isConfigured("studio"), "/easel-admin keys disable"],
  [
    "a member's own key",
    ({ keys }) => keys.theirOwn("studio", "studio"),
    "/easel-admin keys disable studio",
    "/easel-admin keys remove studio",
  ],
  ["too many keys", ({ keys }) => keys.problem.organisationFull(9), "/easel-admin keys remove"],
  ["too many slots", ({ keys }) => keys.problem.tooManySlots("image", 9), "/easel-admin keys assign"],
  ["a key that was typed", ({ keys }) => keys.typed.shown, "/easel-admin keys add"],
  ["a key that was typed unseen", ({ keys }) => keys.typed.unshown, "/easel-admin keys add"],
  ["no quotas", ({ quotaAdmin }) => quotaAdmin.none, "/easel-admin quota set"],
  [
    "two scopes of a quota",
    ({ quotaAdmin }) => quotaAdmin.oneScope,
    "/easel-admin quota set --amount 100 --unit pictures --scope channel",
  ],
  [
    "an unknown quota",
    ({ quotaAdmin }) => quotaAdmin.noSuchQuota("pictures a day"),
    "/easel-admin quota show",
    "/easel-admin quota set",
  ],
  ["too many quotas", ({ quotaAdmin }) => quotaAdmin.full(9), "/easel-admin quota clear"],
  ["an unknown refund", ({ quotaAdmin }) => quotaAdmin.noSuchRefund("1a2b"), "/easel-admin quota refund"],
  ["a second pause", ({ pause }) => pause.already("it", "Ada", "workspace"), "/easel-admin resume workspace"],
  ["no pause", ({ pause }) => pause.notPaused("it", "", "--key studio"), "/easel-admin pause --key studio"],
  ["a second block", ({ blocking }) => blocking.alreadyBlocked("Max"), "/easel-admin people unblock"],
  ["no block", ({ blocking }) => blocking.notBlocked("Max"), "/easel-admin people list"],
  ["too many blocks", ({ blocking }) => blocking.full(9), "/easel-admin people unblock"],
  [
    "an unknown time zone",
    ({ workspaceSettings }) => workspaceSettings.writeZone("Asia/Tokyo"),
    "/easel-admin workspace settings --time_zone Asia/Tokyo",
  ],
  [
    "an admin channel in direct messages",
    ({ workspaceSettings }) => workspaceSettings.noThread,
    "/easel-admin workspace settings --admin_channel here",
  ],
  ["a budget without prices", ({ workspaceSettings }) => workspaceSettings.noPrices, "/easel-admin quota set"],
  ["an unknown day", ({ audit }) => audit.noSuchDay("soon"), "/easel-admin audit --since 7d"],
];

describe.each(LOCALES)("what an admin command refuses, in %s,", (locale) => {
  it.each(ERRORS.map(([name, says, ...fixes]) => ({ name, says, fixes })))("says what to type: $name", (error) => {
    const { says, fixes } = error;
    const text = says(textsFor(locale));
    const typed = [...text.matchAll(/`(\/[^`]+)`/g)].map(([, line = ""]) => line);
    for (const fix of fixes)
      expect(
        typed.some((line) => line.startsWith(fix)),
        `${fix} in: ${text}`,
      ).toBe(true);
    // No command that doesn't exist, and no option that it doesn't have.
    for (const line of typed) {
      const split = splitCommandLine(line, NAMES);
      const options = commands.find(({ spec }) => spec.name === split?.command)?.spec.options.map(({ name }) => name);
      expect(options, line).toBeDefined();
      for (const [, option = ""] of line.matchAll(/ --(\w+)/g)) expect(options, line).toContain(option);
    }
  });
});

describe("a name in an example", () => {
  it.each([
    ["studio", "studio"],
    ["design team", '"design team"'],
    ['a `b` "c"', '"a b c"'],
    ["x".repeat(99), `${"x".repeat(59)}…`],
  ])("%s is typed as %s", (name, typed) => expect(typedName(name)).toBe(typed));
});

it.each(LOCALES)("a full group accepts no role either until a member is removed, in %s", (locale) => {
  const said = textsFor(locale).people.groupFull(GROUP, 9, TYPED);
  expect(said.indexOf("groups remove")).toBeLessThan(said.indexOf("groups add"));
});
