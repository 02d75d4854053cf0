import { describe, expect, it } from "vitest";
import type { KeyChecks, KeyProblem } from "../../../../../src/core/account/keys/key.ts";
import {
  type EnterOutcome,
  OwnerGoneError,
  TooManySlotsError,
} from "../../../../../src/core/account/keys/key-store.ts";
import type { KeyEntry } from "../../../../../src/core/account/keys/keyring.ts";
import {
  KEY_NAME_CHARACTERS,
  KEY_SECRET_CHARACTERS,
  MAX_KEY_CONCURRENCY,
  SPENT_KEY_REST_MS,
} from "../../../../../src/lib/limits.ts";
import { aKey } from "../../../../support/a-key.ts";
import {
  ADMIN,
  EVERYONE,
  GROUP,
  OWN,
  SECRET,
  ok,
  spent,
  invalid,
  forbidden,
  away,
  never,
  createKeyringWorld as setUp,
} from "../../../../support/keyring.ts";

function entry(more: Partial<KeyEntry> = {}): KeyEntry {
  return {
    organisationId: "o-1",
    name: "team",
    secret: SECRET,
    services: undefined,
    concurrency: 4,
    scope: EVERYONE,
    ...more,
  };
}

describe("adding a key", () => {
  it("stores its secret sealed for the organisation, trimmed", async () => {
    const { keyring, entered, asked } = setUp();
    const added = await keyring.add(entry({ name: " team ", secret: `\t${SECRET}\n` }), ADMIN, never);
    expect(asked).toEqual([SECRET]);
    expect(entered).toEqual([
      {
        organisationId: "o-1",
        name: "team",
        masked: "sk-…cdef",
        fingerprint: `print of ${SECRET}`,
        sealKeyId: "seal-1",
        sealedSecret: `closed ${SECRET} for o-1`,
        services: ["image", "video"],
        concurrency: 4,
        scope: EVERYONE,
        atMost: undefined,
        restMs: undefined,
      },
    ]);
    expect(added).toEqual({ ok: true, key: aKey({ name: "team" }), checks: { image: ok, video: ok } });
  });

  it("limits a member's own keys further", async () => {
    const { keyring, entered } = setUp();
    await keyring.add(entry({ scope: OWN }), ADMIN, never);
    expect(entered).toMatchObject([{ scope: OWN, atMost: 5 }]);
  });

  it.each<[string, Partial<KeyEntry>, KeyProblem]>([
    ["no name", { name: "  " }, { rule: "name_missing" }],
    ["its secret as its name", { name: "secret", secret: "secret" }, { rule: "name_is_secret" }],
    ["a name that looks like a key", { name: "sk-abcd1234" }, { rule: "name_is_secret" }],
    [
      "a name that is too long",
      { name: "n ".repeat(KEY_NAME_CHARACTERS / 2) + "nn" },
      { rule: "name_too_long", length: KEY_NAME_CHARACTERS + 2 },
    ],
    ["a name of the configuration", { name: "Sandbox" }, { rule: "name_taken", name: "Sandbox" }],
    ["another name of the configuration", { name: "configured" }, { rule: "name_taken", name: "configured" }],
    ["no secret", { secret: " " }, { rule: "secret_missing" }],
    ["a curly quote in the secret", { secret: "“sk-abc" }, { rule: "secret_unsendable" }],
    ["a curly quote at its end", { secret: "sk-abc”" }, { rule: "secret_unsendable" }],
    ["a space in the secret", { secret: "sk-a bc" }, { rule: "secret_unsendable" }],
    ["a secret that is too long", { secret: "s".repeat(KEY_SECRET_CHARACTERS + 1) }, { rule: "secret_unsendable" }],
    ["no jobs at once", { concurrency: 0 }, { rule: "at_once", given: "0" }],
    ["half a job at once", { concurrency: 1.5 }, { rule: "at_once", given: "1.5" }],
    [
      "too many jobs at once",
      { concurrency: MAX_KEY_CONCURRENCY + 1 },
      { rule: "at_once", given: String(MAX_KEY_CONCURRENCY + 1) },
    ],
  ])("refuses %s without asking the gateway", async (_what, more, problem) => {
    const { keyring, entered, asked } = setUp();
    expect(await keyring.add(entry(more), ADMIN, never)).toEqual({ ok: false, problems: [problem] });
    expect(asked).toEqual([]);
    expect(entered).toEqual([]);
  });

  it.each<[string, Partial<KeyEntry>]>([
    ["the longest name", { name: "n ".repeat(KEY_NAME_CHARACTERS / 2 - 1) + "nn" }],
    ["the longest secret", { secret: "s".repeat(KEY_SECRET_CHARACTERS) }],
    ["one job at once", { concurrency: 1 }],
    ["the most jobs at once", { concurrency: MAX_KEY_CONCURRENCY }],
  ])("accepts %s", async (_what, more) => {
    expect(await setUp().keyring.add(entry(more), ADMIN, never)).toMatchObject({ ok: true });
  });

  it("reports all problems of an entry at once", async () => {
    const problems = [{ rule: "name_missing" }, { rule: "secret_missing" }, { rule: "at_once", given: "-1" }];
    const added = await setUp().keyring.add(entry({ name: "", secret: "", concurrency: -1 }), ADMIN, never);
    expect(added).toEqual({ ok: false, problems });
  });

  it.each<[string, KeyEntry["services"], KeyChecks, readonly string[]]>([
    ["both services if both know it", undefined, { image: ok, video: ok }, ["image", "video"]],
    ["the one that knows it", undefined, { image: invalid, video: ok }, ["video"]],
    ["the one that can be reached", undefined, { image: ok, video: away }, ["image"]],
    ["the one that is turned on", undefined, { video: ok }, ["video"]],
    ["one whose balance is used up", undefined, { image: spent }, ["image"]],
    ["only the requested one", ["image"], { image: ok, video: ok }, ["image"]],
    ["the requested one, whatever the other says", ["video"], { image: invalid, video: ok }, ["video"]],
  ])("is for %s", async (_what, services, checks, used) => {
    const { keyring, entered } = setUp({ checks });
    expect(await keyring.add(entry({ services }), ADMIN, never)).toMatchObject({ ok: true, checks });
    expect(entered).toMatchObject([{ services: used }]);
  });

  it("lets a key without balance rest", async () => {
    const { keyring, entered } = setUp({ checks: { image: ok, video: spent } });
    await keyring.add(entry(), ADMIN, never);
    expect(entered).toMatchObject([{ restMs: SPENT_KEY_REST_MS }]);
  });

  it.each<[string, KeyEntry["services"], KeyChecks, readonly KeyProblem[]]>([
    ["no service knows it", undefined, { image: invalid, video: invalid }, [{ rule: "secret_refused" }]],
    ["the only service that is on does not know it", undefined, { video: invalid }, [{ rule: "secret_refused" }]],
    ["the requested service does not know it", ["image"], { image: invalid, video: ok }, [{ rule: "secret_refused" }]],
    [
      "one of the requested services does not know it",
      ["image", "video"],
      { image: invalid, video: ok },
      [{ rule: "service_unknown_key", service: "image" }],
    ],
    ["the requested service is off", ["video"], { image: ok }, [{ rule: "service_off", service: "video" }]],
    [
      "its group does not have the service",
      ["video"],
      { video: forbidden },
      [{ rule: "service_forbidden", service: "video", code: "not_enabled" }],
    ],
    [
      "no service can be reached",
      undefined,
      { image: away, video: forbidden },
      [
        { rule: "unreachable", service: "image", reason: "timeout" },
        { rule: "service_forbidden", service: "video", code: "not_enabled" },
      ],
    ],
  ])("is refused if %s", async (_what, services, checks, problems) => {
    const { keyring, entered } = setUp({ checks });
    expect(await keyring.add(entry({ services }), ADMIN, never)).toEqual({ ok: false, problems });
    expect(entered).toEqual([]);
  });

  it.each<[EnterOutcome | Error, KeyProblem]>([
    [{ kind: "name_taken" }, { rule: "name_taken", name: "team" }],
    [
      { kind: "secret_here", name: "other" },
      { rule: "secret_here", name: "other" },
    ],
    [{ kind: "too_many" }, { rule: "too_many" }],
    [{ kind: "organisation_full" }, { rule: "organisation_full" }],
    [new OwnerGoneError(GROUP), { rule: "owner_gone" }],
    [new TooManySlotsError("video"), { rule: "too_many_slots", service: "video" }],
  ])("reports why the store refused it: %o", async (outcome, problem) => {
    const { keyring } = setUp({ outcome });
    expect(await keyring.add(entry(), ADMIN, never)).toEqual({ ok: false, problems: [problem] });
  });

  it("passes on the store's other errors", async () => {
    const { keyring } = setUp({ outcome: new Error("database away") });
    await expect(keyring.add(entry(), ADMIN, never)).rejects.toThrow("database away");
  });

  it("stops asking the gateway when the caller stops", async () => {
    const { keyring, signals } = setUp();
    const gone = new AbortController();
    await keyring.add(entry(), ADMIN, gone.signal);
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    gone.abort();
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
