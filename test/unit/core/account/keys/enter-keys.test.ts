import { describe, expect, it } from "vitest";
import type { ConfiguredKey } from "../../../../../src/core/account/keys/credentials.ts";
import { createConfiguredKeyring } from "../../../../../src/core/account/keys/enter-keys.ts";
import { DEFAULT_KEY_CONCURRENCY } from "../../../../../src/lib/limits.ts";

type Configured = Parameters<typeof createConfiguredKeyring>[0];

const image = { apiKey: "sk-image" };
const video = { apiKey: "sk-video" };

/** The keys that the configuration enters and keeps. `newOrganisations`: those without any configured key. */
function setUp(configured: Configured, newOrganisations: readonly string[] = ["o-new"]) {
  const entered: ConfiguredKey[] = [];
  const kept: unknown[] = [];
  const missing: unknown[] = [];
  const keyring = createConfiguredKeyring(configured, {
    enter: async (key) => void entered.push(key),
    keepOnly: async (organisationId, secrets) => void kept.push([organisationId, secrets]),
    async organisationsWithout(keys) {
      missing.push(...keys.map(({ secret }) => secret));
      return ["o-2", "o-3"];
    },
    organisationsWithoutAny: async () => newOrganisations,
    wipeRemoved: async () => {},
    secretOf: async () => undefined,
  });
  return { keyring, entered, kept, missing };
}

describe("configured keys", () => {
  const concurrency = DEFAULT_KEY_CONCURRENCY;
  it.each<[string, Configured, readonly Omit<ConfiguredKey, "organisationId">[]]>([
    [
      "one for both services if it is the same",
      { image, video: { ...image }, sandbox: false },
      [{ name: "configured", secret: "sk-image", services: ["image", "video"], concurrency }],
    ],
    [
      "one for each if they differ",
      { image, video, sandbox: false },
      [
        { name: "configured-images", secret: "sk-image", services: ["image"], concurrency },
        { name: "configured-clips", secret: "sk-video", services: ["video"], concurrency },
      ],
    ],
    [
      "one for pictures alone",
      { image, video: undefined, sandbox: false },
      [{ name: "configured-images", secret: "sk-image", services: ["image"], concurrency }],
    ],
    [
      "one for clips alone",
      { image: undefined, video, sandbox: false },
      [{ name: "configured-clips", secret: "sk-video", services: ["video"], concurrency }],
    ],
    [
      "the sandbox's, which has more slots",
      { image, video: { ...image }, sandbox: true },
      [{ name: "sandbox", secret: "sk-image", services: ["image", "video"], concurrency: 16 }],
    ],
    ["none if both services are off", { image: undefined, video: undefined, sandbox: false }, []],
  ])("are %s, and replace all others", async (_what, configured, keys) => {
    const { keyring, entered, kept } = setUp(configured);
    await keyring.enterFor("o-1");
    expect(entered).toEqual(keys.map((key) => ({ organisationId: "o-1", ...key })));
    expect(kept).toEqual([["o-1", keys.map(({ secret }) => secret)]]);
  });

  it("are entered for every organisation that lacks one", async () => {
    const { keyring, entered, missing } = setUp({ image, video, sandbox: false });
    await keyring.enterForAll();
    expect(missing).toEqual(["sk-image", "sk-video"]);
    expect(entered.map(({ organisationId, secret }) => `${organisationId} ${secret}`)).toEqual([
      "o-2 sk-image",
      "o-2 sk-video",
      "o-3 sk-image",
      "o-3 sk-video",
    ]);
  });

  it("are entered for new organisations", async () => {
    const { keyring, entered, kept } = setUp({ image, video: undefined, sandbox: false });
    await keyring.enterForNew();
    expect(entered).toMatchObject([{ organisationId: "o-new", secret: "sk-image" }]);
    expect(kept).toEqual([["o-new", ["sk-image"]]]);
  });

  it("are not entered again while there are no new organisations", async () => {
    const { keyring, entered, kept } = setUp({ image, video, sandbox: false }, []);
    await keyring.enterForNew();
    expect(entered).toEqual([]);
    expect(kept).toEqual([]);
  });

  it("are not entered for new organisations if none are configured", async () => {
    const { keyring, kept } = setUp({ image: undefined, video: undefined, sandbox: false });
    await keyring.enterForNew();
    expect(kept).toEqual([]);
  });
});
