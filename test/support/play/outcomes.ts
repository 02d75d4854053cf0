import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addFault } from "../gateway/sandbox-calls.ts";
import { answer, answerWith, result, type Seen, type Stage } from "./stage.ts";
import { describeOverview } from "./overview.ts";
import { describeRecovery } from "./recovery.ts";
import { describeViews } from "./views.ts";

const IMAGE_CREATE = { method: "POST", path: "/api/v1/images/generations/jobs" };
const VIDEO_CREATE = { method: "POST", path: "/v1/videos" };

/** How requests end, and what members read about it. It is the same on each platform. */
export function describeOutcomes(name: string, open: () => Promise<Stage>): void {
  describe(`what members read ${name}`, () => {
    let stage: Stage;

    beforeAll(async () => {
      stage = await open();
    });
    afterAll(() => stage.stop());

    const refuse = (match: typeof IMAGE_CREATE, error: Record<string, unknown>, status: number): Promise<void> =>
      addFault(stage.easel.sandboxUrl, { match, action: { type: "status", status, body: JSON.stringify({ error }) } });

    /** Acts, and resolves with the new message in the channel that contains these words. */
    async function said(words: string, act: () => Promise<void>, more = ""): Promise<Seen> {
      const before = new Set(stage.posts("studio").map(({ id }) => id));
      await act();
      return stage.until(`“${words}”`, () =>
        stage.posts("studio").find(({ id, text }) => !before.has(id) && text.includes(words) && text.includes(more)),
      );
    }

    describeViews(() => stage);
    describeOverview(() => stage);
    describeRecovery(() => stage);

    describe("a refusal of the gateway", () => {
      it("is quoted without secrets or markup in the result, the recipe and /jobs show", async () => {
        const { member } = stage;
        const message =
          "size must be **smaller** than 3840 <!channel> <@U123> @everyone, key sk-live-0815, see https://docs.test/sizes?sig=secret-sig";
        const shown =
          "The gateway said about size: “size must be **smaller** than 3840 <!channel> <@U123> @everyone, key […], see docs.test/sizes?[…]”.";
        await refuse(IMAGE_CREATE, { code: "invalid_value", message, param: "size" }, 400);
        const given = { prompt: "a wide heron", size: "1024x768" };
        const failed = await said("The gateway does not accept the value of one of the options.", () =>
          member.does("imagine", given),
        );
        expect(failed.text).toContain(shown);
        const recipe = await member.told(() => member.presses(failed, "Recipe"));
        expect(recipe.text).toContain(shown);
        const [, job = ""] = /([0-9a-f]{8}) · /.exec(await answer(member, "jobs")) ?? [];
        expect(await answer(member, "jobs", { action: "show", job })).toContain(shown);
        expect(stage.received()).not.toMatch(/sk-live|secret-sig|https:\/\/docs/);
      });

      it("names the clip's option as Easel calls it, and mentions a safety policy only if the contract does", async () => {
        const { member } = stage;
        const error = { code: "seconds_not_supported", message: "too long", type: "invalid_request_error" };
        await refuse(VIDEO_CREATE, { ...error, param: "duration" }, 400);
        const failed = await said("The gateway refused the request.", () =>
          member.does("video", { prompt: "a long heron" }),
        );
        expect(failed.text).toContain("The gateway said about seconds: “too long”.");
        expect(failed.text).not.toMatch(/safety|moderation/);
      });

      it("doesn't mention pictures if it is about a clip, and names an admin if the key is the reason", async () => {
        const { member } = stage;
        const error = { code: "permission_error", message: "not enabled for this group", type: "permission_error" };
        await refuse(VIDEO_CREATE, error, 403);
        const failed = await said("The key is not allowed to make this at the gateway.", () =>
          member.does("video", { prompt: "a forbidden heron" }),
        );
        expect(failed.text).toContain("An admin can look into it.");
        expect(failed.text).not.toMatch(/picture/i);
      });
    });

    describe("the cost of a request", () => {
      it("is shown for a finished clip", async () => {
        const { member } = stage;
        const prompt = "a heron that is made";
        await member.does("video", { prompt });
        const made = await result(stage, prompt);
        expect(made.footer).toContain("billed as 5 s");
        expect(made.footer).toContain("made by the sandbox");
        expect((await member.told(() => member.presses(made, "Recipe"))).text).toContain("Cost: 5 s billed, charged");
      });

      it.each([
        ["was refused", "a heron that is refused", VIDEO_CREATE],
        ["failed", "a heron that fails [fail:generation_error]", undefined],
      ])(
        "is zero for a clip that %s: the result doesn't say who made it, and /jobs lists it as failed",
        async (_how, prompt, match) => {
          const { member } = stage;
          if (match) await refuse(match, { code: "brand_new", message: "no", type: "invalid_request_error" }, 400);
          const failed = await said(prompt, () => member.does("video", { prompt }), "could not be made");
          expect(failed.text).toContain("Nothing was charged.");
          expect(failed.text).not.toMatch(/billed/i);
          expect(failed.footer).not.toMatch(/made/);
          const recipe = await member.told(() => member.presses(failed, "Recipe"));
          expect(recipe.text).toContain("Cost: 5 s, not charged");
          expect(await answer(member, "jobs")).toContain(`failed · ${prompt}`);
        },
      );

      it("is shown for two of three pictures", async () => {
        const { member } = stage;
        const prompt = "three herons";
        await refuse(IMAGE_CREATE, { code: "brand_new", message: "no", type: "invalid_request_error" }, 400);
        await member.does("imagine", { prompt, count: 3 });
        const made = await result(stage, prompt);
        expect(made.text).toContain("here are 2 of 3 pictures.");
        expect(made.text).toMatch(/Picture [123]: The gateway refused the request\./);
        expect(made.text).toContain("Charged: 2 pictures of 3 requested.");
        expect(made.footer).toContain("made by the sandbox");
      });
    });

    describe("a cancelled request", () => {
      it.each([
        ["before it began", "[queue:600]", "Nothing was charged."],
        ["after it began", "[slow:600]", "It had already begun, so it is charged: 1 picture."],
      ])("%s is reported as cancelled, with its cost", async (_when, marker, cost) => {
        const { member } = stage;
        const prompt = `a lost heron ${marker}`;
        await member.does("imagine", { prompt });
        const words = marker.startsWith("[queue") ? "queued" : "being made";
        const notice = await stage.until("the notice", () =>
          stage.posts("studio").find(({ text }) => text.includes(`“${prompt}”`) && text.includes(words)),
        );
        const told = await member.told(() => member.presses(notice, "Cancel"));
        expect(told.text).toBe("Cancelled.");
        const last = await stage.until("the final notice", () =>
          stage.posts("studio").find(({ text }) => text.includes(`“${prompt}”`) && text.includes("Cancelled.")),
        );
        expect(last.text).toContain(cost);
        expect(last.text).not.toMatch(/cancelling|made by/i);
        expect(last.buttons).toEqual([]);
        expect(await answer(member, "jobs")).toContain(`cancelled · ${prompt}`);
      });
    });

    describe("two pictures that take longer than usual", () => {
      it("share one hint from the gateway, which doesn't suggest that one is ready", async () => {
        const { member } = stage;
        const prompt = "two slow herons [slow:600]";
        await member.does("imagine", { prompt, count: 2 });
        const notice = await stage.until("the hint", () =>
          stage.posts("studio").find(({ text }) => text.includes(`“${prompt}”`) && text.includes("The gateway says:")),
        );
        // Which hint is shown depends on how often the platform allows a notice to be edited.
        const hints = notice.text.split("\n").filter((line) => /ready by now|than usual/.test(line));
        expect(hints).toEqual([expect.stringMatching(/^The gateway says: “[^”]+”$/)]);
        expect(notice.text.match(/being made/g)).toHaveLength(2);
        await member.told(() => member.presses(notice, "Cancel"));
      });
    });

    describe("a request that an admin declines", () => {
      beforeAll(async () => {
        const { admin, member } = stage;
        await answer(admin, "easel-admin channel limits", { approve_seconds: 4 });
        await answerWith("An admin approves clips billed above: 4 s", member, "easel limits");
      });
      afterAll(async () => {
        const { admin, member } = stage;
        await answer(admin, "easel-admin channel reset");
        for (let text = "4 s"; text.includes("4 s");) text = await answer(member, "easel limits");
      });

      const questionFor = (prompt: string): Promise<Seen> =>
        stage.until("the question", () =>
          stage
            .posts("studio")
            .find(({ text, buttons }) => text.includes(`“${prompt}”`) && buttons.includes("Decline")),
        );
      const decided = (question: Seen): Promise<Seen> =>
        stage.until("the decision", () =>
          stage.posts("studio").find(({ id, text }) => id === question.id && text.includes("declined it")),
        );

      it("names the admin and the reason in the result, the recipe, /jobs and the audit", async () => {
        const { admin, member } = stage;
        const prompt = "a dear heron";
        await member.does("video", { prompt });
        const question = await questionFor(prompt);
        expect(question.text).toContain("Will be billed as 5 s.");
        expect((await member.told(() => member.presses(question, "Decline"))).text).toContain("That is for admins");
        const why = "Too *dear* for <!channel>";
        const told = `${admin.name} declined it: “${why}”.`;
        const decline = { message: question, button: "Decline" };
        const failed = await said(told, async () =>
          expect(await admin.enters(decline, { reason: why })).toContain(told),
        );
        for (const words of [prompt, "your clip could not be made."]) expect(failed.text).toContain(words);
        expect(failed.text).toContain("Nothing was charged.");
        expect(failed.text).not.toMatch(/billed/i);
        const outcome = await decided(question);
        expect(outcome.text).toContain(told);
        expect(outcome.text).not.toMatch(/billed as/i);
        expect(outcome.buttons).toEqual([]);
        expect((await member.told(() => member.presses(failed, "Recipe"))).text).toContain(told);
        expect(await answer(member, "jobs")).toContain(`declined by ${admin.name} · ${prompt}`);
        expect(await answer(admin, "easel-admin audit", { what: "approval.declined" })).toContain(
          `the reason given: “${why}”`,
        );
      });

      it("can be declined without a reason", async () => {
        const { admin, member } = stage;
        const prompt = "another dear heron";
        await member.does("video", { prompt });
        const question = await questionFor(prompt);
        const told = `${admin.name} declined it.`;
        const failed = await said(
          prompt,
          async () => {
            expect(await admin.enters({ message: question, button: "Decline" }, { reason: " " })).toContain(told);
          },
          "could not be made",
        );
        expect(failed.text).toContain(told);
      });
    });

    describe("after the gateway refused the key", () => {
      it.each([
        ["imagine", IMAGE_CREATE, "Pictures"],
        ["video", VIDEO_CREATE, "Clips"],
      ] as const)(
        "/%s reports that instead of asking for a key, until the key works again",
        async (command, match, things) => {
          const { admin, member } = stage;
          await refuse(match, { code: "invalid_api_key", message: "invalid key", type: "authentication_error" }, 401);
          await said("The gateway did not accept the key", () => member.does(command, { prompt: "a heron" }));
          const words = `${things} can't be made right now: the gateway refused the key they use.`;
          // First a command that makes nothing: a request might still be accepted, and would get no private answer.
          await answerWith(words, member, "models");
          expect(await answer(member, command, { prompt: "a heron" })).toContain(words);
          expect(await answer(member, "models")).toContain(words);
          await answer(admin, "easel-admin keys check", { key: "sandbox" });
          await answerWith(`Keys for ${things.toLowerCase()}: those of the organisation`, member, "easel limits");
        },
      );
    });
  });
}
