import { describe, expect, it, vi } from "vitest";
import type { Approval } from "../../../../src/core/delivery/approvals.ts";
import type { ScopedSettings } from "../../../../src/core/account/policy/policy.ts";
import { ORGANISATION_SCOPE, placeScope, type Scope } from "../../../../src/core/account/policy/scope.ts";
import type { Conversation } from "../../../../src/core/chat/conversation.ts";
import type { Named } from "../../../../src/core/chat/platform.ts";
import type { Job } from "../../../../src/core/job/job-store.ts";
import type { MediaRequest } from "../../../../src/core/request/request.ts";
import { en } from "../../../../src/text/en/index.ts";
import type { JobService } from "../../../../src/worker/job-service.ts";
import { ADA, aMembership, aPress, GENERAL, MAX } from "../../../support/commands.ts";
import { aBatch, aJob, aRequest } from "../../../support/database/jobs.ts";
import { setUpDispatch } from "../../../support/dispatching.ts";

const STUDIO: Conversation = { ...GENERAL, channel: "studio" };
const DIRECT: Scope = { kind: "direct", id: "console:main" };
const say = en.approval;

interface Held {
  readonly request?: MediaRequest;
  /** The clip models that the gateway lists. */
  readonly listed?: readonly string[] | undefined;
  readonly rules?: readonly ScopedSettings[];
  /** The place of the request. */
  readonly askedIn?: Scope | undefined;
  /** Its member, as the platform knows them now. */
  readonly requester?: Named | undefined;
  readonly state?: Job["state"];
  /** The stored decision, and whether this press made it; undefined if there is nothing to decide. */
  readonly decided?: { readonly state: Approval["state"]; readonly fresh: boolean } | undefined;
  readonly moved?: "done" | "too_late";
}

/** A request by Max in the studio, by default for two pictures, which waits for an admin. */
function held(given: Held = {}) {
  const changed = vi.fn<JobService["changed"]>();
  const moved = vi.fn<JobService["decide"]>(async () => given.moved ?? "done");
  const { world, send, said } = setUpDispatch(
    { rules: given.rules ?? [], ...(given.listed ? { listed: given.listed } : {}) },
    { changed, decide: moved },
  );
  const batch = aBatch({
    organisationId: "organisation-1",
    conversation: STUDIO,
    requesterId: MAX.userId,
    request: given.request ?? aRequest({ count: 2 }),
  });
  world.know(batch, [aJob({ state: given.state ?? "held" })]);
  const { approvals } = world;
  const askedIn = "askedIn" in given ? given.askedIn : placeScope(STUDIO, false);
  vi.spyOn(approvals, "askedIn").mockResolvedValue(askedIn);
  const noteBlocked = vi.spyOn(approvals, "noteBlocked").mockResolvedValue(true);
  const requester = "requester" in given ? given.requester : { id: MAX.userId, name: "Max" };
  const lookUp = vi.spyOn(world.platform, "lookUp").mockResolvedValue(requester);
  const stored = "decided" in given ? given.decided : { state: "approved" as const, fresh: true };
  const approval = stored && { reasons: [], conversation: undefined, decidedBy: "Ada", why: undefined, ...stored };
  const decide = vi.spyOn(approvals, "decide").mockResolvedValue(approval && { approval, fresh: stored.fresh });
  const press = (actor = ADA, conversation = GENERAL): Promise<void> =>
    send(aPress(`approve:${batch.id}`, { actor, conversation }));
  return { world, batch, press, said, decide, moved, changed, noteBlocked, lookUp };
}

describe("an admin's approval", () => {
  it("is recorded, and moves the jobs", async () => {
    const { batch, press, said, decide, moved, noteBlocked, lookUp } = held();
    await press();
    expect(said()).toBe(say.approved("Ada"));
    expect(lookUp).toHaveBeenCalledWith(STUDIO, "person", MAX.userId);
    expect(decide.mock.calls).toMatchObject([[{ organisationId: "organisation-1" }, batch.id, { kind: "approve" }]]);
    expect(moved.mock.calls).toEqual([[batch.id, { kind: "approve" }]]);
    expect(noteBlocked).not.toHaveBeenCalled();
  });

  it.each<[string, Held, string]>([
    ["it is repeated in time", { decided: { state: "approved", fresh: false } }, say.approved("Ada")],
    ["it is repeated too late", { decided: { state: "approved", fresh: false }, moved: "too_late" }, say.tooLate],
    ["its jobs have just ended", { moved: "too_late" }, say.approved("Ada")],
    ["it is unknown where it was requested", { askedIn: undefined, requester: undefined }, say.approved("Ada")],
  ])("moves the jobs and states the outcome if %s", async (_when, given, text) => {
    const { press, said, moved } = held(given);
    await press();
    expect(said()).toBe(text);
    expect(moved).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Held["decided"]]>([
    ["nothing is left to decide", undefined],
    ["the question has ended", { state: "ended", fresh: false }],
  ])("moves nothing if %s", async (_when, decided) => {
    const { press, said, moved } = held({ decided });
    await press();
    expect(said()).toBe(say.tooLate);
    expect(moved).not.toHaveBeenCalled();
  });

  it.each<[string, Held["requester"]]>([
    ["is unknown here", undefined],
    ["has left", { id: MAX.userId, name: "Max", hasLeft: true }],
  ])("is refused if the member %s, and both learn why", async (_how, requester) => {
    const { batch, press, said, decide, noteBlocked, changed } = held({ requester });
    await press();
    expect(said()).toBe(say.requesterLeft("Max"));
    expect(noteBlocked.mock.calls).toEqual([["organisation-1", batch.id, say.youLeft]]);
    expect(changed.mock.calls).toEqual([[batch.id]]);
    expect(decide).not.toHaveBeenCalled();
  });

  it("is refused if the request is no longer allowed, and both learn why", async () => {
    const rules = [{ scope: ORGANISATION_SCOPE, settings: { maxCount: 1 } }];
    const { press, said, decide, noteBlocked } = held({ rules });
    await press();
    expect(said()).toContain(say.forbidden);
    expect(noteBlocked.mock.calls[0]?.[2]).toContain(say.noLongerAllowed);
    expect(decide).not.toHaveBeenCalled();
  });

  it("is too late if the request ended while it was checked", async () => {
    const { press, said, noteBlocked, changed } = held({ requester: undefined });
    noteBlocked.mockResolvedValue(false);
    await press();
    expect(said()).toBe(say.tooLate);
    expect(changed).not.toHaveBeenCalled();
  });

  it.each([
    ["another channel", placeScope(GENERAL, false), GENERAL, false],
    ["direct messages", DIRECT, STUDIO, true],
  ])(
    "checks the member's current rights where the request was made: %s",
    async (_where, askedIn, conversation, isDirect) => {
      const rights = { roles: ["makers"], isGuest: true };
      const { world, press, lookUp } = held({ askedIn, requester: { id: MAX.userId, name: "Max", ...rights } });
      const membershipOf = vi.spyOn(world.memberships, "membershipOf");
      await press();
      const actor = { userId: MAX.userId, isAdmin: false, ...rights };
      expect(lookUp).toHaveBeenCalledWith(conversation, "person", MAX.userId);
      expect(membershipOf.mock.calls.at(-1)).toMatchObject([{ conversation, isDirect, actor }]);
    },
  );

  it("treats a member whom the platform describes without roles as having none", async () => {
    const { world, press } = held();
    const membershipOf = vi.spyOn(world.memberships, "membershipOf");
    await press();
    expect(membershipOf.mock.calls.at(-1)).toMatchObject([{ actor: { roles: [], isGuest: false } }]);
  });

  it.each([
    [["gamma3.0-video-480p"], say.approved("Ada")],
    [["another-model"], say.forbidden],
    [undefined, say.approved("Ada")],
  ])("of a clip is refused if the gateway's list lacks its model: %j", async (listed, text) => {
    const model = "gamma3.0-video-480p";
    const request: MediaRequest = {
      kind: "video",
      model,
      prompt: "a fox",
      seconds: 5,
      billedSeconds: 5,
      references: [],
    };
    const { press, said } = held({ listed, request });
    await press();
    expect(said()).toContain(text);
  });

  it("is refused if the member has moved to another organisation", async () => {
    const { world, press, said, decide } = held();
    vi.spyOn(world.memberships, "membershipOf").mockImplementation(async (place) => ({
      ...aMembership(place),
      ...(place.actor.userId === MAX.userId ? { organisationId: "organisation-2" } : {}),
    }));
    await press();
    expect(said()).toContain(say.forbidden);
    expect(decide).not.toHaveBeenCalled();
  });
});

describe("a held request is hidden from", () => {
  it.each<[string, Parameters<ReturnType<typeof held>["press"]>, Held, string]>([
    ["members", [MAX], {}, en.adminsOnly],
    ["admins of another workspace", [ADA, { ...GENERAL, workspace: "other" }], {}, en.gone],
    ["admins on another platform", [ADA, { ...GENERAL, platform: "slack" }], {}, en.gone],
    ["admins, if it needs no approval", [ADA], { state: "running" }, en.gone],
  ])("%s", async (_who, place, given, text) => {
    const { press, said, decide, noteBlocked } = held(given);
    await press(...place);
    expect(said()).toBe(text);
    expect(decide).not.toHaveBeenCalled();
    expect(noteBlocked).not.toHaveBeenCalled();
  });

  it("admins of another organisation in the same workspace", async () => {
    const { world, press, said, decide } = held();
    vi.spyOn(world.memberships, "membershipOf").mockImplementation(async (place) => ({
      ...aMembership(place),
      organisationId: "organisation-2",
    }));
    await press();
    expect(said()).toBe(en.gone);
    expect(decide).not.toHaveBeenCalled();
  });
});
