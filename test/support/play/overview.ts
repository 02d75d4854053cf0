import { describe, expect, it } from "vitest";
import { textsFor } from "../../../src/text/texts.ts";
import { answer, becomesIn, result, type Becomes, type Seen, type Stage } from "./stage.ts";

/** An admin's steps in the overview, the same on each platform. They restore the rules. */
export function describeOverview(stage: () => Stage): void {
  const texts = textsFor("en");
  const say = texts.overview;
  const becomes: Becomes = (...changing) => becomesIn(stage())(...changing);
  const opened = (): Promise<Seen> => stage().admin.told(() => stage().admin.does("easel-admin overview"));
  /** Chooses a subject in an open view, and returns the view that replaces it. */
  const choose = (view: Seen, subject: string, words: string): Promise<Seen> =>
    becomes(stage().admin, view, words, () => stage().admin.chooses(view, subject));

  describe("the overview", () => {
    it("shows Easel's settings and state, and leads to each subject and back", async () => {
      const { admin } = stage();
      let view = await opened();
      expect(view.text).toMatch(/Default models: pictures provider-a\/image-2, clips /);
      expect(view.text).toContain(say.facts.notPaused);
      expect(view.text).toContain(say.facts.pending(0, true));
      expect(view.text).toMatch(/Keys: 1\n/);
      expect(view.text).toMatch(/Doctor: /);
      const subjects = Object.entries(say.subjects).filter(([subject]) => subject !== "direct");
      expect(view.menus[say.choose]).toEqual([say.home, ...subjects.map(([, label]) => label)]);
      for (const [subject, words] of [
        [say.subjects.organisation, "Rules: the organisation"],
        [say.subjects.groups, "no groups"],
        [say.subjects.keys, "everyone"],
        [say.subjects.quotas, "There are no quotas"],
        [say.subjects.people, "blocked"],
        [say.subjects.approvals, say.approvals.none],
        [say.subjects.usage, "Usage this month"],
        [say.subjects.doctor, "How Easel is doing"],
      ] as const) {
        view = await choose(view, subject, words);
      }
      view = await choose(view, say.home, say.facts.notPaused);
      expect(view.buttons).toEqual([texts.setup.open, say.refresh]);
      await becomes(admin, view, say.facts.notPaused, () => admin.presses(view, say.refresh));
    });

    it("shows a channel's rules with their effects, and opens a form that changes them", async () => {
      const { admin } = stage();
      const home = await opened();
      const view = await choose(home, say.subjects.channel, "Rules: this channel");
      for (const effect of [texts.ruleEffect.of.limits, texts.ruleEffect.of.access, texts.ruleEffect.of.models]) {
        expect(`${view.text} ${view.footer}`).toContain(effect);
      }
      const form = { message: view, button: texts.setting.limits };
      expect(await admin.enters(form, { max_count: "9" })).toContain("Most pictures at once: no rule → 9");
      const now = await becomes(admin, view, "Most pictures at once: 9", () => admin.presses(view, say.refresh));
      const back = { message: now, button: texts.setting.limits };
      expect(await admin.enters(back, { max_count: "" })).toContain("9 → no rule");
      await choose(now, say.subjects.audit, "Most pictures at once: 9 → no rule");
    });

    it("shows a group's rules, and says so once the group is deleted", async () => {
      const { admin } = stage();
      await answer(admin, "easel-admin groups create", { group: "Painters" });
      const groups = await choose(await opened(), say.subjects.groups, "Painters");
      const rules = await choose(groups, "Painters", "Rules: group Painters");
      await answer(admin, "easel-admin groups delete", { group: "Painters" });
      expect((await admin.told(() => admin.presses(rules, say.refresh))).text).toBe(say.groupGone);
    });

    it("sets up the workspace in one form, which reports what it changed", async () => {
      const { admin, member } = stage();
      const setup = texts.setup;
      const form = async (fields: Readonly<Record<string, string>>): Promise<string> =>
        admin.enters({ message: await opened(), button: setup.open }, fields);
      expect(await form({ per_day: "many" })).toContain("is not two whole numbers up to");
      const wrong = await form({ per_day: "200, -", admin_channel: "", only: "nobody we know" });
      expect(wrong).toContain("Easel doesn't know “nobody we know”.");
      const before = await answer(admin, "easel-admin setup");
      expect(before).toContain(setup.does.noLimit.images);
      expect(before).toContain(setup.does.everybody);
      expect(before).toContain(texts.policyAdmin.elsewhere.replaceAll("`", ""));

      const saved = await form({
        image_model: "provider-a/image-2",
        per_day: "200, -",
        admin_channel: stage().studioId,
        only: `${admin.mention}, ${member.mention}`,
      });
      expect(saved).toContain("Default model for pictures: no rule → provider-a/image-2");
      expect(saved).toContain(`Only for: no rule → ${admin.name}, ${member.name}`);
      expect(saved).toContain("Now: 200 pictures a day for this workspace.");
      expect(saved).toContain("Where admins are asked and notified: where the request was made, without notes → here");
      const [, now = ""] = saved.split(setup.now);
      expect(now).toContain("At most 200 pictures a day for this workspace.");
      expect(now).toContain(setup.does.noLimit.seconds);
      expect(now).toContain(setup.does.asked(setup.here));
      expect(await answer(admin, "easel-admin setup")).toContain(now.trim());
      const acts = await answer(admin, "easel-admin audit");
      for (const act of [
        "set the quota of pictures a day",
        "changed the rules of this workspace",
        "changed the settings",
      ]) {
        expect(acts).toContain(act);
      }

      const back = await form({ image_model: "none", per_day: "", admin_channel: "", only: "" });
      expect(back).toContain("Removed: 200 pictures a day for this workspace.");
      expect(await form({ admin_channel: "" })).toContain(setup.unchanged);
    });

    it("pauses and resumes a channel", async () => {
      const { admin } = stage();
      const view = await choose(await opened(), say.subjects.pauses, say.pauses.effect);
      const paused = await becomes(admin, view, say.pauses.isPaused(admin.name), () =>
        admin.presses(view, say.pauses.pause),
      );
      expect(paused.text).toContain("Paused for this channel: nothing new is made.");
      await becomes(admin, paused, "Resumed for this channel", () => admin.presses(paused, say.pauses.resume));
    });

    it("lists pending approvals with the facts that an admin needs, and accepts the decision", async () => {
      const { admin, member } = stage();
      const prompt = "two herons for an admin";
      await answer(admin, "easel-admin channel limits", { approve_count: 1 });
      await member.does("imagine", { prompt, count: 2 });
      await stage().until("the question", () =>
        stage()
          .posts("studio")
          .find(({ text }) => text.includes("asks for")),
      );
      const home = await opened();
      expect(home.text).toContain(say.facts.pending(1, true));
      const view = await choose(home, say.subjects.approvals, prompt);
      expect(view.text).toContain(`${member.name} asks for 2 pictures: “${prompt}”`);
      expect(view.text).toContain(say.approvals.effect);
      expect(view.buttons).toEqual([texts.approval.approve, texts.approval.decline, say.refresh]);
      const done = await admin.told(() => admin.presses(view, texts.approval.approve));
      expect(done.text).toContain(`${admin.name} approved it.`);
      await result(stage(), prompt);
      await becomes(admin, view, say.approvals.none, () => admin.presses(view, say.refresh));
      await answer(admin, "easel-admin channel limits", { clear: "approve_count" });
    });

    it("is refused to members", async () => {
      const { member } = stage();
      expect(await answer(member, "easel-admin overview")).toContain("That is for admins");
    });
  });
}
