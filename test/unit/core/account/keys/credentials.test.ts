import { describe, expect, it } from "vitest";
import type { CredentialStore, SealedKey } from "../../../../../src/core/account/keys/credential-store.ts";
import { createCredentials, SECRETS_REMEMBERED } from "../../../../../src/core/account/keys/credentials.ts";
import { createSeal } from "../../../../../src/core/account/keys/seal.ts";

const SECRET = "sk-0123456789abcdef";
const seal = createSeal("a secret key of more than 32 characters, for tests alone");

/** Credentials on a store that counts reads of each secret. */
function setUp(secrets: Record<string, string> = {}) {
  const entered: SealedKey[] = [];
  const kept: unknown[] = [];
  const asked: string[] = [];
  let removed: readonly string[] = [];
  let isAway = false;
  const store: CredentialStore = {
    enterConfigured: async (key) => void entered.push(key),
    setAsideOthers: async (organisationId, fingerprints) => void kept.push([organisationId, fingerprints]),
    organisationsWithout: async (keys) => keys.map((key) => JSON.stringify(key)),
    organisationsWithoutAny: async () => ["o-new"],
    hasFreshCredential: async () => true,
    credentialsFor: async () => [],
    noteModels: async () => {},
    async sealedSecret(id) {
      asked.push(id);
      if (isAway) throw new Error("database away");
      const secret = secrets[id];
      return secret === undefined ? undefined : { organisationId: "o-1", sealed: seal.close(secret, "o-1") };
    },
    wipeRemoved: async () => removed,
  };
  return {
    credentials: createCredentials(store, seal),
    entered,
    kept,
    asked,
    remove: (...ids: string[]) => (removed = ids),
    setAway: (away: boolean) => (isAway = away),
  };
}

it("beyond a bound, the secrets that were opened longest ago are forgotten", async () => {
  const ids = Array.from({ length: SECRETS_REMEMBERED + 1 }, (_, index) => `c-${index}`);
  const { credentials, asked } = setUp(Object.fromEntries(ids.map((id) => [id, SECRET])));
  for (const id of ids) await credentials.secretOf(id);
  expect(asked).toEqual(ids);
  await credentials.secretOf("c-1");
  expect(asked).toHaveLength(ids.length);
  expect(await credentials.secretOf("c-0")).toBe(SECRET);
  expect(asked.slice(ids.length)).toEqual(["c-0"]);
});

describe("a configured key", () => {
  it("is entered sealed for its organisation", async () => {
    const { credentials, entered } = setUp();
    const key = { organisationId: "o-1", name: "configured", services: ["image"], concurrency: 4 } as const;
    await credentials.enter({ ...key, secret: SECRET });
    expect(entered).toEqual([
      {
        ...key,
        masked: "sk-…cdef",
        fingerprint: seal.fingerprint(SECRET),
        sealKeyId: seal.keyId,
        sealedSecret: expect.not.stringContaining(SECRET) as string,
      },
    ]);
    expect(seal.open(entered[0]?.sealedSecret ?? "", "o-1")).toBe(SECRET);
  });

  it("is identified by its fingerprint", async () => {
    const { credentials, kept } = setUp();
    await credentials.keepOnly("o-1", [SECRET]);
    expect(kept).toEqual([["o-1", [seal.fingerprint(SECRET)]]]);
    const asked = JSON.stringify({ fingerprint: seal.fingerprint(SECRET), services: ["video"] });
    expect(await credentials.organisationsWithout([{ secret: SECRET, services: ["video"] }])).toEqual([asked]);
    expect(await credentials.organisationsWithoutAny()).toEqual(["o-new"]);
  });
});

describe("the secret of a key", () => {
  it("is read once for any number of concurrent and later jobs", async () => {
    const { credentials, asked } = setUp({ a: SECRET, b: "sk-other" });
    const given = await Promise.all([credentials.secretOf("a"), credentials.secretOf("a"), credentials.secretOf("b")]);
    expect(given).toEqual([SECRET, SECRET, "sk-other"]);
    expect(await credentials.secretOf("a")).toBe(SECRET);
    expect(asked).toEqual(["a", "b"]);
  });

  it("is read again if there was none", async () => {
    const { credentials, asked } = setUp();
    expect(await credentials.secretOf("a")).toBeUndefined();
    expect(await credentials.secretOf("a")).toBeUndefined();
    expect(asked).toEqual(["a", "a"]);
  });

  it("is read again after a database outage", async () => {
    const { credentials, setAway } = setUp({ a: SECRET });
    setAway(true);
    await expect(credentials.secretOf("a")).rejects.toThrow("database away");
    setAway(false);
    expect(await credentials.secretOf("a")).toBe(SECRET);
  });

  it("is dropped from the cache once its key is removed", async () => {
    const secrets: Record<string, string> = { a: SECRET, b: "sk-other" };
    const { credentials, remove, asked } = setUp(secrets);
    await credentials.secretOf("a");
    await credentials.secretOf("b");
    delete secrets["a"];
    remove("a");
    await credentials.wipeRemoved();
    expect(await credentials.secretOf("a")).toBeUndefined();
    expect(await credentials.secretOf("b")).toBe("sk-other");
    expect(asked).toEqual(["a", "b", "a"]);
  });
});
