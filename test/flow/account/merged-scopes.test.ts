import { sql, type SQL } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CodeUser } from "../../../src/core/account/linking.ts";
import type { PresetStore } from "../../../src/core/account/presets.ts";
import type { Scope } from "../../../src/core/account/policy/scope.ts";
import { createPresetStore } from "../../../src/db/accounts/preset-store.ts";
import { MAX_PRESETS, PRESET_NAME_CHARACTERS } from "../../../src/lib/limits.ts";
import { openLinkedPeople, type LinkedPeople } from "../../support/database/linked-people.ts";
import { setQuota } from "../../support/database/quotas.ts";

let people: LinkedPeople;
let presets: PresetStore;

beforeAll(async () => {
  people = await openLinkedPeople();
  presets = createPresetStore(people.stored.db);
});
afterAll(() => people.stored.close());

const rows = (query: SQL) => people.rows(query);
const scopeOf = ({ accountId }: CodeUser): Scope => ({ kind: "account", id: accountId });

async function save(person: CodeUser, names: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, model] of Object.entries(names)) {
    const preset = { name, scope: scopeOf(person), service: "image" as const, options: { model } };
    await presets.save(person.organisationId, preset, person.accountId);
  }
}

async function listed(person: CodeUser): Promise<Record<string, unknown>> {
  const list = await presets.list(person.organisationId, [scopeOf(person)]);
  return Object.fromEntries(list.map(({ name, options }) => [name, options["model"]]));
}

describe("presets of two linked accounts", () => {
  it("are all kept; if two have the same name, ignoring case, one gets the first free number", async () => {
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    await save(one, { Poster: "a", "poster 2": "b", banner: "c" });
    await save(other, { poster: "d", "Poster 3": "e", "BANNER 2": "f", banner: "g" });
    await people.join(one, other);
    expect(await listed(one)).toEqual({
      Poster: "a",
      "poster 2": "b",
      banner: "c",
      "Poster 3": "e",
      "BANNER 2": "f",
      "poster 4": "d",
      "banner 3": "g",
    });
  });

  it("are not duplicated if both accounts have the same one, as after linking again", async () => {
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    await save(one, { poster: "a", banner: "b" });
    await save(other, { Poster: "a", banner: "c" });
    await people.join(one, other);
    expect(await listed(one)).toEqual({ poster: "a", banner: "b", "banner 2": "c" });
  });

  it("keep names that can be typed", async () => {
    const long = "🎨".repeat(PRESET_NAME_CHARACTERS / 2);
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    await save(one, { [long]: "a" });
    await save(other, { [long]: "b" });
    await people.join(one, other);
    expect(await listed(one)).toEqual({ [long]: "a", [`${"🎨".repeat(PRESET_NAME_CHARACTERS / 2 - 1)} 2`]: "b" });
  });

  it("are all kept, even if they are more than one account can save", async () => {
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    const names = (model: string) =>
      Object.fromEntries(Array.from({ length: MAX_PRESETS }, (_, index) => [`p${index}`, model]));
    await save(one, names("a"));
    await save(other, names("b"));
    await people.join(one, other);
    expect(Object.keys(await listed(one))).toHaveLength(2 * MAX_PRESETS);
    const another = { name: "another", scope: scopeOf(one), service: "image" as const, options: {} };
    expect(await presets.save(one.organisationId, another, one.accountId)).toBe("full");
  });
});

describe("other settings of two linked accounts", () => {
  it("include the quota warning that admins have not been sent yet", async () => {
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    await setQuota(people.stored, { scope: `account:${other.accountId}`, amount: 5 });
    // The account with more jobs stays.
    await people.ask(one, 5);
    const batch = await people.ask(other, 4);
    await people.join(one, other);
    const warnings = await rows(sql`select scope, told, percent from quota_warnings where batch_id = ${batch}::uuid`);
    expect(warnings).toEqual([{ scope: `account:${one.accountId}`, told: false, percent: 80 }]);
  });

  it("include the quotas and the pause of a key that is removed because the other account has it too", async () => {
    const [one, other] = [await people.newPerson(), await people.newPerson()];
    const enter = async (person: CodeUser, name: string): Promise<string> => {
      const [key] = await rows(sql`
        insert into credentials (organisation_id, name, origin, scope, fingerprint, sealed_secret, services, concurrency,
          clip_concurrency)
        values (${person.organisationId}, ${name}, 'people', ${`account:${person.accountId}`}, 'f-quota', 'sealed',
          '{image}', 1, 1)
        returning 'key:' || id as scope`);
      return String(key?.["scope"]);
    };
    const [kept, removed] = [await enter(one, "kept"), await enter(other, "removed")];
    await setQuota(people.stored, { scope: removed, amount: 5 });
    await rows(sql`insert into pauses (organisation_id, scope, paused_by)
      values (${one.organisationId}, ${removed}, 'Ada')`);
    await people.join(one, other);
    const of = (table: string) =>
      rows(sql`select scope from ${sql.identifier(table)} where scope in (${kept}, ${removed})`);
    expect(await of("quotas")).toEqual([{ scope: kept }]);
    expect(await of("pauses")).toEqual([{ scope: kept }]);
  });
});
