import * as fc from "fast-check";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { commands } from "../../../commands/index.ts";
import type { Excess } from "../../../src/core/account/quota/quota.ts";
import { placeScope } from "../../../src/core/account/policy/scope.ts";
import { combine } from "../../../src/core/account/policy/combine.ts";
import type { Approval, Grounds } from "../../../src/core/delivery/approvals.ts";
import type { Message } from "../../../src/core/chat/message.ts";
import { newMessage } from "../../../src/platforms/discord/post/render.ts";
import { render } from "../../../src/platforms/slack/post/render.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { publishHome } from "../../../src/platforms/slack/post/home.ts";
import { previewBlocks } from "../../../src/platforms/slack/post/section-view.ts";
import { approvalOutcome, approvalQuestion } from "../../../src/worker/delivery/approval/approval-message.ts";
import { ADA, aPress, GENERAL } from "../../support/commands.ts";
import { aBatch, aJob, aRequest, EPOCH } from "../../support/database/jobs.ts";
import { setUpDispatch } from "../../support/dispatching.ts";
import { blocksProblem, viewProblem } from "../../support/fake-slack/blocks.ts";
import { LONG_TENANTS, setUpLongTenant, shownBy } from "../../support/long-tenant.ts";
import { expectFits } from "../../support/view-fits.ts";

/** The most characters that any service accepts in a prompt. */
const MOST = 20_000;
/** Words that are long, that look like markup or mentions, that run from right to left, or that are hardly words. */
const PIECES = [
  "*",
  "长",
  "a fox ",
  "# x\n",
  "\\",
  "😀",
  "1. b\n",
  "_a_",
  "\n",
  "`",
  "مرحبا ",
  "\u{202e}x",
  "<@U1>",
  "👩‍👩‍👧",
  "~|",
  "&lt;",
];
const words = (most: number) =>
  fc
    .tuple(fc.constantFrom(...PIECES), fc.constantFrom(...PIECES), fc.integer({ min: 1, max: most }))
    .map(([one, other, length]) => `x${one}${other}`.repeat(length).slice(0, length).toWellFormed());

const asked = fc.record({
  prompt: words(MOST),
  name: words(100),
  model: words(200).map((text) => text.replaceAll("`", "-")),
});
const count = 4;

/** A held request for several pictures. */
function held({ prompt, name, model }: { prompt: string; name: string; model: string }) {
  const references = Array.from({ length: 16 }, (_, index) => ({
    kind: "image" as const,
    hash: "a".repeat(64),
    mimeType: "image/png",
    bytes: 1,
    name: `${index}${name}.png`,
  }));
  const request = aRequest({ prompt, model, count, references });
  const batch = aBatch({ organisationId: "organisation-1", request, requesterName: name, count });
  return { batch, jobs: Array.from({ length: count }, (_, index) => aJob({ ordinal: index + 1, state: "held" })) };
}

function groundsOf(name: string): Grounds {
  const scope = { kind: "group", id: "g-1" } as const;
  const short: Excess[] = (["images", "seconds", "money:EUR"] as const).flatMap((unit) =>
    (["day", "week", "month"] as const).map((span) => ({
      scope,
      unit,
      span,
      amount: 10,
      granted: 0,
      used: 10,
      asked: 4,
      endsAt: EPOCH,
      timeZone: "America/Argentina/ComodRivadavia",
    })),
  );
  const policy = combine([{ scope, settings: { approveCount: 1 } }]);
  return {
    hasAdminChannel: false,
    askedIn: placeScope(GENERAL, false),
    policy,
    short,
    names: new Map([["group:g-1", name]]),
  };
}

const reasons = ["threshold", "quota"];
const ASKED: Approval = { reasons, conversation: undefined, state: "asked", decidedBy: undefined, why: undefined };

/** Both platforms accept the message, and Discord shows all of it. */
function expectEnds(message: Message, end: string): void {
  const { content = "" } = newMessage(message);
  expect(content.slice(-end.length)).toBe(end);
  expect(content.length).toBeLessThanOrEqual(2_000);
  expect(blocksProblem(render(message).blocks, "message")).toBeUndefined();
}

describe("every view of requests that wait for an admin", () => {
  it.each(LOCALES)("fits each platform in %s, however long prompts and names are", async (locale) => {
    const actor = { ...ADA, locale };
    await fc.assert(
      fc.asyncProperty(fc.array(asked, { minLength: 1, maxLength: 6 }), async (requests) => {
        const { send, world, responder } = setUpDispatch();
        const batches = requests.map(held);
        for (const { batch, jobs } of batches) world.know(batch, jobs, { posts: { notice: "m-1" } });
        Object.assign(world.approvals, {
          pending: async () => batches.map(({ batch }) => ({ batchId: batch.id, conversation: GENERAL })),
          find: async () => ASKED,
          grounds: async () => groundsOf(requests[0]?.name ?? ""),
        });
        for (const page of ["overview:approvals", "overview:approvals:1"]) {
          await send(aPress(page, { actor }));
          expectFits(shownBy({ responder }));
        }
      }),
      { numRuns: 20 },
    );
  });

  it.each(LOCALES)("fits each platform in %s as a question and as its outcome", async (locale) => {
    await fc.assert(
      fc.asyncProperty(asked, words(300), async (request, why) => {
        const { world } = setUpDispatch();
        const { batch, jobs } = held(request);
        world.know({ ...batch, locale }, jobs);
        const view = await world.results.view(batch.id);
        if (!view) throw new Error("no view");
        const grounds = groundsOf(request.name);
        const say = textsFor(locale);
        expectEnds(approvalQuestion(view, ASKED, grounds, GENERAL), say.approval.noChannel);
        for (const state of ["declined", "ended"] as const) {
          const decided = { ...ASKED, state, decidedBy: request.name, why };
          expectEnds(approvalOutcome(view, decided, grounds, GENERAL), say.cost.nothing);
        }
      }),
      { numRuns: 20 },
    );
  });
});

it.each(LOCALES)("Slack accepts the preview of every link to a result in %s", async (locale) => {
  const url = "https://easel.test/results/a";
  await fc.assert(
    fc.asyncProperty(asked, async (request) => {
      const { batch } = held(request);
      const { world, preview } = setUpDispatch({
        link: { url, expiresAt: 1 },
        linked: { batchId: batch.id, ordinal: 1, expiresAt: 1 },
      });
      const job = aJob({ ordinal: 1, state: "succeeded" });
      const content = { hash: "a".repeat(64), bytes: 1, mimeType: "image/png", width: 1, height: 1 };
      const artifact = {
        jobId: job.id,
        state: "fetched" as const,
        content,
        failure: undefined,
        post: "result",
        succeededAt: EPOCH,
      };
      world.know(batch, [job], { artifacts: [artifact], posts: { result: "m-1" } });
      const actor = { ...ADA, locale };
      const where = { conversation: GENERAL, actor, url, mayLookUp: () => true, isOpen: async () => true };
      const section = await preview(where);
      if (!section) throw new Error("no preview");
      const picture = { fileId: "F1", altText: section.thumbnail?.description ?? "" };
      for (const blocks of [previewBlocks(section), previewBlocks(section, picture)]) {
        expect(blocksProblem(blocks, "message")).toBeUndefined();
      }
    }),
    { numRuns: 50 },
  );
});

it.each(LOCALES)("Slack accepts the App Home in %s, however much it shows", async (locale) => {
  const person = { ...ADA, locale, isGuest: false, isStranger: false };
  await fc.assert(
    fc.asyncProperty(LONG_TENANTS, fc.array(asked, { maxLength: 15 }), async (tenant, requests) => {
      const { world, send, responder } = setUpLongTenant(tenant);
      for (const [index, request] of requests.entries()) {
        const { batch } = held(request);
        const jobs = Array.from({ length: count }, () => aJob({ state: index % 2 === 0 ? "running" : "succeeded" }));
        world.know(batch, jobs, { posts: { result: "m-1" } });
        await send(aPress(`star:${batch.id}`, { actor: person }));
      }
      const views: unknown[] = [];
      await publishHome(
        person,
        { ...GENERAL, channel: "D1" },
        "event",
        {
          commands: commands.map(({ spec }) => spec),
          homeLimits: { mayPublish: () => true, mayAskForPicture: () => true },
          mayRead: async () => true,
          log: pino({ level: "silent" }),
          answers: {
            withThumbnails: async (_where, message) => ({
              ...message,
              thumbnails: new Map((message.sections ?? []).map((one) => [one, { fileId: "F1", altText: "a" }])),
            }),
          },
          intake: {
            async take(event, to) {
              const before = responder.answers.length;
              await send(event);
              for (const answer of responder.answers.slice(before)) await to.answer(answer);
            },
          },
          web: {
            async call(_method, args, answer) {
              views.push(args["view"]);
              return answer.parse({});
            },
          },
        },
        { channel: "C1" },
      );
      expect(views).toHaveLength(1);
      expect(viewProblem(views[0], "home")).toBeUndefined();
    }),
    { numRuns: 10 },
  );
});
