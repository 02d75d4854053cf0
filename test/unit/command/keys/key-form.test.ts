import { describe, expect, it } from "vitest";
import type { Key, KeyProblem } from "../../../../src/core/account/keys/key.ts";
import type { Keyring } from "../../../../src/core/account/keys/keyring.ts";
import type { FormEvent } from "../../../../src/core/chat/event.ts";
import { en } from "../../../../src/text/en/index.ts";
import { keyProblemText } from "../../../../src/text/render/keys.ts";
import { aKey } from "../../../support/a-key.ts";
import { ADA, aPress, GENERAL } from "../../../support/commands.ts";
import { noKeys, setUpDispatch } from "../../../support/dispatching.ts";

const owners = {
  groups: [{ id: "g-1", name: "Makers" }],
  accounts: [
    { id: "account of admin", name: "Ada", userIds: ["admin"] },
    { id: "a-max", name: "Max", userIds: ["member"] },
  ],
};

function setUp(keyring: Partial<Keyring>) {
  return setUpDispatch({}, {}, undefined, { keyring: { ...noKeys, owners: async () => owners, ...keyring } });
}

describe("a new key", () => {
  type Entry = Parameters<Keyring["add"]>[0];

  async function submitted(values: FormEvent["values"], problems: readonly KeyProblem[] = []) {
    const entries: Entry[] = [];
    const add: Keyring["add"] = async (entry) => {
      entries.push(entry);
      return { ok: false, problems };
    };
    const { responder, send } = setUp({ add });
    const about = { key: "k", conversation: GENERAL, actor: ADA, attachments: [] };
    await send({ kind: "form", ...about, form: "key:organisation", values });
    return { entries, problems: responder.problems };
  }

  it("is everyone's, for all services and with the usual number of jobs, if the form says nothing else", async () => {
    const { entries } = await submitted({ name: "film", secret: "a-secret" });
    expect(entries).toEqual([
      {
        organisationId: "organisation-1",
        name: "film",
        secret: "a-secret",
        services: undefined,
        concurrency: 4,
        scope: { kind: "organisation", id: "" },
      },
    ]);
    expect((await submitted({})).entries).toMatchObject([{ name: "", secret: "" }]);
  });

  it("is not sent to the gateway if its owner does not exist", async () => {
    const { entries, problems } = await submitted({ name: "film", secret: "a-secret", whose: "Makrs" });
    const problem = { rule: "no_such_owner", given: "Makrs", suggestion: "Makers" } as const;
    expect(problems).toEqual([{ field: "whose", text: keyProblemText(problem, en) }]);
    expect(entries).toEqual([]);
  });

  it.each<[string | undefined, KeyProblem]>([
    ["name", { rule: "name_taken", name: "film" }],
    ["secret", { rule: "secret_refused" }],
    ["services", { rule: "service_off", service: "video" }],
    ["at_once", { rule: "too_many_slots", service: "image" }],
    ["whose", { rule: "owner_gone" }],
    [undefined, { rule: "too_many" }],
    [undefined, { rule: "organisation_full" }],
  ])("that is refused says why at the field %s", async (field, problem) => {
    const { problems } = await submitted({ name: "film", secret: "a-secret" }, [problem]);
    expect(problems).toEqual([{ field, text: keyProblemText(problem, en) }]);
  });
});

async function opened(key: Partial<Key>) {
  const { responder, send } = setUp({ list: async () => [aKey({ name: "film", ...key })] });
  await send(aPress("set:easel-admin keys assign:key-1", { actor: ADA }));
  return responder.forms[0]?.fields ?? [];
}

describe("the form that assigns a key", () => {
  const OWN = { isOwn: true, scope: { kind: "account", id: "account of admin" } } as const;
  const THEIRS = { isOwn: true, scope: { kind: "account", id: "a-max" } } as const;
  const AT_ONCE = ["pictures_at_once", "clips_at_once"];

  it.each<[string, Partial<Key>, readonly string[]]>([
    ["the organisation's key", {}, ["to", ...AT_ONCE]],
    ["the admin's own key", OWN, ["to", ...AT_ONCE]],
    ["another member's own key", THEIRS, AT_ONCE],
    ["a key for clips", { services: ["video"] }, ["to", "clips_at_once"]],
  ])("of %s has only the fields that this admin may change", async (_which, key, fields) => {
    expect((await opened(key)).map(({ name }) => name)).toEqual(fields);
  });

  it("selects the current owner, who is in the list even if that is another member", async () => {
    const offered = ["everyone", "workspace:console:main", "group:g-1", "account:account of admin"];
    const values = (fields: Awaited<ReturnType<typeof opened>>) => {
      const [whose] = fields;
      return whose?.type === "choice" && [whose.value, whose.choices.map(({ value }) => value)];
    };
    expect(values(await opened({}))).toEqual(["everyone", offered]);
    const scope = { kind: "account", id: "a-max" } as const;
    expect(values(await opened({ scope }))).toEqual(["account:a-max", ["account:a-max", ...offered]]);
  });
});
