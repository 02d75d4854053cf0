import { describe, expect, it } from "vitest";
import { PlatformError } from "../../../../../src/core/chat/errors.ts";
import type { PreviewsContext } from "../../../../../src/worker/delivery/notice/previews.ts";
import { showsPreviews } from "../../../../../src/worker/delivery/notice/shows-previews.ts";
import type { Capabilities } from "../../../../../src/core/chat/platform.ts";
import type { PolicySettings } from "../../../../../src/core/account/policy/policy.ts";
import type { Scope } from "../../../../../src/core/account/policy/scope.ts";
import { settled } from "../../../../support/fault/stepped-clock.ts";
import { failing, INTERVAL_MS, setUpReconciling } from "../../../../support/media/reconciling.ts";

type Wants = Partial<Omit<PreviewsContext, "log">>;

/** A batch of three pictures in a place that wants previews, on a platform whose notices can show them. */
function setUp(
  { can = "uploaded", ...wants }: Wants & { readonly can?: Capabilities["noticePictures"] | "nothing" } = {},
  failures: Record<string, Error[]> = {},
) {
  const capabilities = { noticeIntervalMs: INTERVAL_MS, ...(can === "nothing" ? {} : { noticePictures: can }) };
  const set = setUpReconciling({ jobs: 3, capabilities }, failing(failures));
  const opened: string[] = [];
  const previews: Omit<PreviewsContext, "log"> = {
    wantsPreviews: async () => true,
    thumbnails: { find: async ({ hash }, width) => ({ name: `${hash.slice(0, 4)}.${width}`, bytes: 5 }) },
    served: {
      open: async (name) => {
        opened.push(name);
        throw new Error("nobody reads it here");
      },
    },
    ...wants,
  };
  const reconciler = set.keep({ previews });
  const { clock, world, stop } = set;
  return {
    ...set,
    opened,
    /** The numbers of the pictures in each edit. */
    brought: () => world.edits.map(({ message }) => message.files?.map(({ number }) => number) ?? []),
    async make(index: number) {
      world.make(index, "fetched");
      reconciler.wake();
      await settled();
    },
    /** Something else about the batch changes. */
    async wake() {
      reconciler.wake();
      await settled();
    },
    pass: (ms: number) => clock.pass(ms),
    async finish() {
      await clock.finish(reconciler.done);
    },
    async stop() {
      stop.abort(new Error("stopping"));
      await expect(reconciler.done).rejects.toThrow("stopping");
    },
  };
}

describe("pictures in a notice", () => {
  it("appear once they are made, no more often than the platform allows edits, and are sent only with a new one", async () => {
    const { world, make, pass, brought, finish } = setUp();
    await pass(INTERVAL_MS);
    await make(1);
    await pass(2 * INTERVAL_MS);
    expect(brought().filter((files) => files.length > 0)).toEqual([[2]]);
    world.changeJob(2, { cancelRequestedAt: new Date() });
    await pass(INTERVAL_MS);
    const before = world.edits.length;
    await make(0);
    await pass(2 * INTERVAL_MS);
    expect(brought().filter((files) => files.length > 0)).toEqual([[2], [1, 2]]);
    expect(world.edits.length - before).toBeLessThanOrEqual(2);
    const at = world.edits.map((edit) => edit.at);
    for (const [index, time] of at.slice(1).entries())
      expect(time - (at[index] ?? 0)).toBeGreaterThanOrEqual(INTERVAL_MS);
    await make(2);
    await finish();
    // The last picture is only in the result, which has all of them.
    expect(brought().filter((files) => files.length > 0)).toEqual([[2], [1, 2]]);
    expect(world.messagesOf("r")[0]?.message.files).toHaveLength(3);
  });

  it("are small versions, described by the prompt", async () => {
    const { world, make, pass, opened, stop } = setUp();
    await make(0);
    await pass(2 * INTERVAL_MS);
    const [file] = world.edits.at(-1)?.message.files ?? [];
    expect(file).toMatchObject({
      bytes: 5,
      mimeType: "image/webp",
      description: world.batch.request.prompt,
      number: 1,
    });
    expect(file?.name).toMatch(/-1\.webp$/);
    await expect(file?.open()).rejects.toThrow("nobody reads it here");
    expect(opened).toEqual(["aaaa.480"]);
    await stop();
  });

  it("without a small version are shown themselves if they are small", async () => {
    const { world, make, pass, brought, stop } = setUp({ thumbnails: { find: async () => undefined } });
    await make(0);
    await pass(2 * INTERVAL_MS);
    expect(world.edits.at(-1)?.message.files).toMatchObject([{ bytes: 10, mimeType: "image/png" }]);
    world.rows.artifacts = [];
    world.make(1, "fetched");
    const [artifact] = world.rows.artifacts;
    if (!artifact?.content) throw new Error("nothing was made");
    world.rows.artifacts = [{ ...artifact, content: { ...artifact.content, bytes: 1_000_000 } }];
    await pass(4 * INTERVAL_MS);
    expect(brought().flat()).toEqual([1]);
    await stop();
  });

  it.each<[string, Parameters<typeof setUp>[0]]>([
    ["where no rule wants them", { wantsPreviews: async () => false }],
    ["where the rules can't be read", { wantsPreviews: () => Promise.reject(new Error("away")) }],
    ["if the media store can't be read", { thumbnails: { find: () => Promise.reject(new Error("away")) } }],
    ["on a platform that would show each in a message of its own", { can: "nothing" }],
  ])("are left out %s", async (_name, options) => {
    const { make, pass, brought, finish, world } = setUp(options);
    await make(0);
    await pass(2 * INTERVAL_MS);
    expect(brought().flat()).toEqual([]);
    await make(1);
    await make(2);
    await finish();
    expect(world.messagesOf("r")[0]?.message.files).toHaveLength(3);
  });

  it("are the pictures themselves, without any rule, on a platform that shows them from the media store", async () => {
    const { world, make, pass, brought, opened, finish } = setUp({
      can: "stored",
      wantsPreviews: async () => false,
      thumbnails: { find: () => Promise.reject(new Error("not needed")) },
    });
    await make(1);
    await pass(INTERVAL_MS);
    const { hash, bytes } = world.rows.artifacts[0]?.content ?? {};
    expect(hash).toBeDefined();
    expect(world.edits.at(-1)?.message.files).toMatchObject([{ number: 2, hash, bytes, mimeType: "image/png" }]);
    expect(opened).toEqual([]);
    world.make(0, "fetched");
    const [first, ...others] = world.rows.artifacts.toSorted((one) => (one.content?.hash === hash ? 1 : -1));
    if (!first?.content) throw new Error("nothing was made");
    const tooLarge = { ...first.content, bytes: world.platform.capabilities.maxFileBytes + 1 };
    world.rows.artifacts = [...others, { ...first, content: tooLarge }];
    await pass(4 * INTERVAL_MS);
    await make(2);
    await finish();
    expect(brought().filter((files) => files.length > 0)).toEqual([[2]]);
  });

  it.each<[string, number, readonly number[]]>([
    ["are tried again after a failure", 1, [1]],
    ["are left to the result after three failures", 3, []],
  ])("%s", async (_name, failures, expected) => {
    let asked = 0;
    const { make, wake, pass, brought, stop } = setUp({
      wantsPreviews: async () => {
        asked += 1;
        if (asked <= failures) throw new Error("away");
        return true;
      },
    });
    await make(0);
    for (let news = 0; news < 5; news++) {
      await wake();
      await pass(2 * INTERVAL_MS);
    }
    expect([asked, brought().flat()]).toEqual([expected.length === 0 ? 3 : 2, expected]);
    await stop();
  });

  it("that the platform refuses are left out, and the text follows", async () => {
    const refused = new PlatformError("forbidden", "it may not attach files");
    const errors: Error[] = [];
    const { world, make, pass, brought, stop } = setUp({}, { edit: errors });
    await pass(INTERVAL_MS);
    await make(0);
    await pass(2 * INTERVAL_MS);
    expect(brought().filter((files) => files.length > 0)).toHaveLength(1);
    // The edit with the second picture's text, and the edit with the picture.
    errors.push(refused, refused);
    await make(1);
    await pass(4 * INTERVAL_MS);
    expect(brought().filter((files) => files.length > 0)).toHaveLength(1);
    expect(world.edits.at(-1)?.message.progress?.items.map(({ state }) => state)).toEqual([
      "succeeded",
      "succeeded",
      "waiting",
    ]);
    await stop();
  });

  it("that can't be sent now are left out immediately, and delay neither the text nor the result", async () => {
    const errors: Error[] = [];
    const { world, make, pass, brought, finish, clock } = setUp({}, { edit: errors });
    await pass(INTERVAL_MS);
    // Its text is shown immediately, and its picture once the notice may be edited again.
    await make(0);
    const before = world.edits.length;
    errors.push(new PlatformError("unavailable", "the upload has failed"));
    await pass(INTERVAL_MS);
    expect(errors).toEqual([]);
    await make(1);
    await pass(2 * INTERVAL_MS);
    expect(world.edits.length).toBeGreaterThan(before);
    expect(brought().flat()).toEqual([]);
    expect(world.edits.at(-1)?.message.progress?.items.map(({ state }) => state)).toEqual([
      "succeeded",
      "succeeded",
      "waiting",
    ]);
    const readyAt = clock.now();
    await make(2);
    await finish();
    expect(world.messagesOf("r")[0]?.message.files).toHaveLength(3);
    expect(clock.now() - readyAt).toBeLessThan(INTERVAL_MS);
  });
});

describe("whether a notice shows pictures", () => {
  const conversation = { platform: "discord", workspace: "1", channel: "2", thread: "3" } as const;
  const shows = (rules: Readonly<Record<string, PolicySettings>>): Promise<boolean> =>
    showsPreviews(
      { settings: async (_organisation: string, { kind, id }: Scope) => rules[`${kind} ${id}`] ?? {} },
      { organisationId: "o", conversation },
    );

  it.each<[boolean, Readonly<Record<string, PolicySettings>>]>([
    [false, {}],
    [true, { "workspace discord:1": { previews: true } }],
    [true, { "channel discord:1:2": { previews: true } }],
    [false, { "workspace discord:1": { previews: true }, "channel discord:1:2": { previews: false } }],
    [true, { "workspace discord:1": { previews: false }, "channel discord:1:2": { previews: true } }],
    [false, { "channel discord:1:2:3": { previews: true } }],
  ])("is %s with %j", async (expected, rules) => {
    expect(await shows(rules)).toBe(expected);
  });
});
