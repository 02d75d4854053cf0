import { DEFAULT_JOBS_AT_ONCE, DEFAULT_JOBS_WAITING } from "../../../src/core/account/bounds.ts";
import { describe, expect, it } from "vitest";
import { escapeText, type Message } from "../../../src/core/chat/message.ts";
import { FilesGoneError } from "../../../src/worker/job-service.ts";
import { en } from "../../../src/text/en/index.ts";
import { aBatch, aJob, aRequest } from "../../support/database/jobs.ts";
import { ADA, aPress, GENERAL, MAX } from "../../support/commands.ts";
import { HIDDEN_ADDRESSES, linksIn } from "../../support/gateway/hostile-words.ts";
import { setUpDispatch as setUp } from "../../support/dispatching.ts";

/** The id of the button that leads to a view's next page. */
function nextPage(view: Message | undefined): string | undefined {
  return view?.buttons?.find(({ label }) => label === en.recipe.nextPage)?.id;
}

describe("buttons", () => {
  const request = aRequest({ prompt: "a `red` fox", size: "1K", count: 3 });

  it.each([
    ["the person who asked", MAX, 1],
    ["an admin", ADA, 1],
    ["anyone else", { ...MAX, userId: "other" }, 0],
  ])("Cancel works for %s", async (_name, actor, times) => {
    const { world, send, said } = setUp();
    const batch = aBatch();
    world.know(batch, [aJob()]);
    await send(aPress(`cancel:${batch.id}`, { actor }));
    expect(world.cancelled).toEqual(Array.from({ length: times }, () => batch.id));
    expect(said()).toBe(times === 1 ? en.cancel.done : en.cancel.notYours);
  });

  it.each([
    ["too_late", "submitting", en.cancel.tooLate],
    ["asked", "running", en.cancel.asked],
    ["asked", "cancelled", en.cancel.done],
    ["asked", "succeeded", en.cancel.ended],
  ] as const)("Cancel says only what stays true: %s, then %s", async (cancels, state, text) => {
    const batch = aBatch();
    const { world, send, said } = setUp({ cancels, whileWaiting: () => world.know(batch, [aJob({ state })]) });
    world.know(batch, [aJob({ state: "running" })]);
    await send(aPress(`cancel:${batch.id}`));
    expect(said()).toBe(text);
    expect(text).not.toContain("Cancelling");
  });

  it("Cancel says immediately that the gateway can't stop a clip", async () => {
    const { world, send, said } = setUp({ cancels: "asked" });
    const batch = aBatch({ service: "video" });
    world.know(batch, [aJob({ service: "video", state: "running" })]);
    await send(aPress(`cancel:${batch.id}`));
    expect(said()).toBe(en.cancel.cannotStop);
  });

  it.each([
    [ADA, true],
    [MAX, false],
  ])("Decline rebuilds its form, which could not be shown immediately, for admins only", async (actor, isShown) => {
    const { world, reform } = setUp();
    const batch = aBatch({ organisationId: "organisation-1" });
    world.know(batch, [aJob({ state: "held" })]);
    const form = await reform({ form: `decline:${batch.id}`, values: {}, actor, conversation: GENERAL });
    expect(form?.fields.map(({ name }) => name)).toEqual(isShown ? ["reason"] : undefined);
  });

  it.each(["approve", "decline"])(
    "%s reveals nothing to an admin of another workspace of the organisation",
    async (act) => {
      const { world, send, reform, said } = setUp();
      const conversation = { ...GENERAL, workspace: "another" };
      const batch = aBatch({ organisationId: "organisation-1", conversation });
      world.know(batch, [aJob({ state: "held" })]);
      await send(aPress(`${act}:${batch.id}`, { actor: ADA }));
      expect(said()).toBe(en.gone);
      expect(
        await reform({ form: `${act}:${batch.id}`, values: {}, actor: ADA, conversation: GENERAL }),
      ).toBeUndefined();
    },
  );

  it("Again repeats the request for the person who pressed, once per press", async () => {
    const { world, send, responder } = setUp();
    const batch = aBatch({ request, organisationId: "organisation-1" });
    world.know(batch, [aJob({ state: "succeeded" })]);
    const press = aPress(`again:${batch.id}`, { actor: ADA });
    await send(press);
    expect(world.requests).toEqual([
      {
        eventKey: press.key,
        organisationId: batch.organisationId,
        accountId: "account of admin",
        conversation: GENERAL,
        requesterId: "admin",
        requesterName: "Ada",
        locale: "en",
        requestMessage: "m-2",
        request,
        scopes: ["organisation", "workspace:console:main", "channel:console:main:general", "account:account of admin"],
        cost: 1,
        unit: "images",
        atOnce: DEFAULT_JOBS_AT_ONCE,
        mostWaiting: DEFAULT_JOBS_WAITING,
        ownKeys: false,
      },
    ]);
    expect(responder.acknowledged()).toBe(1);
  });

  it("Again names the files that are no longer stored, and acknowledges nothing", async () => {
    const accept = () => Promise.reject(new FilesGoneError(["a_b.png", "mask.png"]));
    const { world, responder, send, said } = setUp({}, { accept });
    const batch = aBatch({ request });
    world.know(batch, [aJob({ state: "succeeded" })]);
    await send(aPress(`again:${batch.id}`));
    expect(said()).toBe(en.referencesGone([String.raw`a\_b.png`, "mask.png"]));
    expect(responder.acknowledged()).toBe(0);
  });

  it("Again refuses a clip whose files the gateway can no longer load", async () => {
    const { world, send, said } = setUp();
    const picture = { kind: "image" as const, hash: "a".repeat(64), bytes: 10, mimeType: "image/png", name: "a.png" };
    const clip = {
      kind: "video" as const,
      model: "gamma3.0-video-720p",
      prompt: "a fox",
      seconds: 5,
      billedSeconds: 5,
    };
    const batch = aBatch({ service: "video", request: { ...clip, references: [picture] } });
    world.know(batch, [aJob({ service: "video", state: "succeeded" })]);
    await send(aPress(`again:${batch.id}`));
    expect(world.requests).toEqual([]);
    expect(said()).toBe(en.noRelay);
  });

  it("Recipe shows the request as it was written", async () => {
    const { world, send, said } = setUp();
    const batch = aBatch({ request });
    world.know(batch, [
      aJob({ requestId: "q-1" }),
      aJob({ ordinal: 2, requestId: "q-2" }),
      aJob({ ordinal: 3, submittedAt: undefined }),
    ]);
    await send(aPress(`recipe:${batch.id}`));
    expect(said().split("\n")).toEqual([
      en.recipe.title,
      "Prompt: a \\`red\\` fox",
      "Model: provider-a/image-2",
      "Options: size 1K, count 3",
      "Requested by: Max",
      "Cost: 3 pictures, charged",
      "Requested: 1 January 2026 at 01:00 (Europe/Berlin)",
      "Picture 1: sent 1 January 2026 at 01:00 (Europe/Berlin) · Request `q-1`",
      "Picture 2: sent 1 January 2026 at 01:00 (Europe/Berlin) · Request `q-2`",
    ]);
    // Members don't learn which key it was.
    expect(said()).not.toContain("sk-…abcd");
    await send(aPress(`recipe:${batch.id}`, { actor: ADA }));
    expect(said()).toContain("\nKey: team `sk-…abcd`");
  });

  it("Recipe shows the facts on its first page and all of a long prompt on the others", async () => {
    const { world, send, responder } = setUp();
    const prompt = Array.from({ length: 1_500 }, (_, index) => `*fox ${index}*`).join(" ");
    const batch = aBatch({ request: { ...request, prompt } });
    world.know(batch, [aJob({ requestId: "q-1" })]);
    await send(aPress(`recipe:${batch.id}`));
    const [first] = responder.answers;
    expect(first?.text).toMatch(/\nPrompt: \\\*fox [^\n]*…\n[^\n]+\nModel: [^]*\nCost: [^]*\nSent [^]*q-1/);
    let shown = first;
    let whole = "";
    for (let next = nextPage(shown); next !== undefined; next = nextPage(shown)) {
      await send(aPress(next));
      shown = responder.closings.at(-1);
      expect(shown?.text.length).toBeLessThan(2_500);
      whole += shown?.text.split("\n").slice(1).join("\n") ?? "";
    }
    expect(whole).toBe(escapeText(prompt));
  });

  it.each([
    ...HIDDEN_ADDRESSES.map((evil) => [evil, evil] as const),
    // Without its backtick, this id is empty: the end of its code would begin the next code.
    ["`", "https://evil.test/login"] as const,
  ])("Recipe shows the gateway's ids without links: %j and %j", async (requestId, remoteId) => {
    const { world, send, said } = setUp();
    const batch = aBatch();
    const failure = { reason: "gateway", requestId: remoteId } as const;
    world.know(batch, [aJob({ state: "failed", requestId, remoteId, failure })]);
    await send(aPress(`recipe:${batch.id}`));
    expect(said()).toContain("evil.test/login");
    expect(said()).not.toContain("``");
    expect(linksIn(said())).toEqual([]);
  });

  it("of another workspace are unknown", async () => {
    const { world, send, said } = setUp();
    const batch = aBatch();
    world.know(batch, [aJob()]);
    for (const conversation of [
      { ...GENERAL, workspace: "other" },
      { ...GENERAL, platform: "slack" as const },
    ]) {
      await send(aPress(`cancel:${batch.id}`, { conversation }));
      await send(aPress(`again:${batch.id}`, { conversation }));
      await send(aPress(`recipe:${batch.id}`, { conversation }));
    }
    expect(said().split("\n")).toEqual(Array.from({ length: 6 }, () => en.gone));
    expect([...world.cancelled, ...world.requests]).toEqual([]);
  });

  it.each([
    "cancel:8e0b8a50-0000-4000-8000-000000000000",
    "cancel:------------------------------------",
    "cancel:",
    "delete:8e0b8a50-0000-4000-8000-000000000000",
    "__proto__:8e0b8a50-0000-4000-8000-000000000000",
    "cancel:8e0b8a50-0000-4000-8000-000000000000 or 1=1",
    "",
  ])("with the id %j find nothing", async (button) => {
    const asked: string[] = [];
    const { send, said } = setUp(
      {},
      {
        async batch(batchId) {
          asked.push(batchId);
          return undefined;
        },
      },
    );
    await send(aPress(button));
    expect(said()).toBe(en.gone);
    // The database must not be queried with an invalid id.
    for (const id of asked) expect(id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  });
});
