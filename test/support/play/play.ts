import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { databaseDump } from "../database/database-dump.ts";
import { midnightIn, zoneByDay } from "../day-zone.ts";
import { videoCreatesAt } from "../gateway/sandbox-calls.ts";
import { allSettled } from "../database/settled.ts";
import { answer, result, type Player, type Stage } from "./stage.ts";

/** A model for clips of exactly 12 s, and one for clips of any length. */
const TWELVE = "beta-2.0-mini-12s";
const ANY_LENGTH = "gamma3.0-video-480p";
const THIRD = "gamma3.0-video-720p";
const SECRET = "sk-sandbox-videos";
const UNKNOWN_SECRET = "sk-nobody-knows-this-one-0815";

/** The same story on each platform: rules, a key and a group are set up and used, and an approval extends a used-up quota. */
export function describePlay(name: string, open: () => Promise<Stage>): void {
  describe(`the play ${name}`, () => {
    let stage: Stage;
    const zone = zoneByDay();

    beforeAll(async () => {
      stage = await open();
    });
    afterAll(() => stage.stop());

    it("an admin gives a channel two models, a confirmation threshold, and 20 s of clips a day", async () => {
      const { admin } = stage;
      const settings = { time_zone: zone, admin_channel: "here" };
      expect(await answer(admin, "easel-admin workspace settings", settings, "office")).toContain(`→ ${zone}`);
      const models = await answer(admin, "easel-admin channel models", { allow: `${TWELVE}, ${ANY_LENGTH}` });
      expect(models).toContain(`Models: no rule → ${TWELVE}, ${ANY_LENGTH}`);
      const limits = await answer(admin, "easel-admin channel limits", { confirm_seconds: 11 });
      expect(limits).toContain("no rule → 11 s");
      const quota = { amount: "20", unit: "seconds", span: "day", scope: "channel" };
      expect(await answer(admin, "easel-admin quota set", quota)).toContain(
        "Before: none. Now: 20 s of clips a day for this channel.",
      );
    });

    it("an admin enters a key in a form, creates a group, and assigns it the key", async () => {
      const { admin, member } = stage;
      const wrong = await admin.enters("easel-admin keys add", { name: "film", secret: UNKNOWN_SECRET });
      expect(wrong).toContain("The gateway does not know this key.");
      const entered = await admin.enters("easel-admin keys add", { name: "film", secret: SECRET });
      expect(entered).toContain("film sk-…deos was added: clips, for everyone.");
      expect(await answer(admin, "easel-admin groups create", { group: "Makers" })).toContain("Makers");
      const added = await answer(admin, "easel-admin groups add", { group: "Makers", person: member.mention });
      expect(added).toContain(`${member.name} is now in “Makers”. Members before: 0; now: 1.`);
      const assigned = await answer(admin, "easel-admin keys assign", { key: "film", to: "Makers" });
      expect(assigned).toBe("film: everyone → the group Makers");
      expect(await answer(member, "easel-admin keys list")).toContain("That is for admins");
      expect([...stage.posts("studio"), ...stage.posts("office")]).toEqual([]);
    });

    it("a member reads the channel's limits, and a refusal of a third model names the two allowed ones", async () => {
      const { member } = stage;
      const limits = await answer(member, "easel limits");
      expect(limits).toContain(`Clips: ${TWELVE}, ${ANY_LENGTH}`);
      expect(limits).toContain(`20 s of clips left of 20 s of clips a day for this channel`);
      expect(limits).toContain("Keys for clips: those of Makers");
      expect(limits).toContain("Pictures: none (this channel)");
      expect(limits).not.toContain("Keys for pictures");
      expect(await answer(member, "video", { prompt: "a third boat", model: THIRD })).toContain(
        `model: ${THIRD} isn't allowed for this channel. Allowed: ${TWELVE}, ${ANY_LENGTH}.`,
      );
    });

    it("a member confirms a clip's price once, and sees what the clip cost and what is left of the quota", async () => {
      const { admin, member } = stage;
      const prompt = "a paper boat";
      const asked = await member.told(() => member.does("video", { prompt, model: TWELVE }));
      expect(asked.text).toContain(
        "This clip will be billed as 12 s. Above 11 s you are asked first (rule: this channel).",
      );
      expect(asked.buttons).toEqual(["Make it for 12 s"]);
      const confirmProposal = (): Promise<void> => member.presses(asked, "Make it for 12 s");
      await Promise.all([confirmProposal(), confirmProposal()]);
      const clip = await result(stage, prompt);
      expect(clip.text).toContain("here is your clip");
      expect(await videoCreatesAt(stage.easel.sandboxUrl, prompt)).toHaveLength(1);
      const closed = await stage.until("the question without its button", () => {
        const now = member.seesNow(asked);
        return now.buttons.length === 0 ? now : undefined;
      });
      expect(closed.text).toMatch(/^You said yes/);

      const recipe = async (player: Player): Promise<string> =>
        (await player.told(() => player.presses(clip, "Recipe"))).text;
      const theirs = await recipe(member);
      expect(theirs).toContain("Cost: 12 s billed, charged");
      expect(theirs).toContain("The gateway said: generation succeeded, delivery ready, billing charged");
      expect(theirs).toContain(`(${zone}) · `);
      expect(theirs).not.toContain("film");
      expect(await recipe(admin)).toContain("Key: film sk-…deos");
      const usage = await answer(member, "usage");
      expect(usage).toContain("Today: 12 s of clips");
      expect(usage).toContain(
        `8 s of clips left of 20 s of clips a day for this channel; it resets on ${midnightIn(zone)}`,
      );
    });

    it("a member who is refused because too little is left asks an admin, and gets the clip", async () => {
      const { admin, member } = stage;
      const prompt = "a long voyage";
      const refused = await member.told(() => member.does("video", { prompt, model: ANY_LENGTH, seconds: 10 }));
      expect(refused.text).toContain(
        `That needs 10 s of clips, but the quota of 20 s of clips a day for this channel has only 8 s of clips left. It resets on ${midnightIn(zone)}.`,
      );
      expect(refused.text).toContain("Nothing was sent or spent.");
      expect(refused.buttons.filter((label) => label !== "Change prompt, model, size…")).toEqual(["Ask an admin"]);
      expect(await videoCreatesAt(stage.easel.sandboxUrl, prompt)).toEqual([]);

      await member.presses(refused, "Ask an admin");
      const question = await stage.until("the question", () =>
        stage.posts("office").find(({ text }) => text.includes(prompt)),
      );
      expect(question.text).toContain(`${member.name} asks for a clip: “${prompt}”`);
      expect(question.text).toContain(`Requested in #${stage.studio}.`);
      expect(question.text).toContain(
        `That needs 10 s of clips, but the quota of 20 s of clips a day for #${stage.studio} has only 8 s of clips left. It resets on ${midnightIn(zone)}. Approving it grants an extra 2 s of clips.`,
      );
      expect(question.buttons).toEqual(["Approve", "Decline"]);
      expect((await member.told(() => member.presses(question, "Approve"))).text).toContain("That is for admins");
      await admin.presses(question, "Approve");
      const stretched = "20 s of clips a day for this channel (plus 2 s of clips for now)";
      const made = (await result(stage, prompt)).text;
      expect(made).toContain("here is your clip");
      expect(made).toContain(`This request uses up the quota of ${stretched}. It resets on ${midnightIn(zone)}`);
      const decided = await stage.until("the decision", () =>
        stage.posts("office").find(({ id, text }) => id === question.id && text.includes("approved it")),
      );
      expect(decided.text).toContain(`${admin.name} approved it.`);
      expect(decided.buttons).toEqual([]);
      expect(member.seesNow(refused)).toMatchObject({
        text: expect.stringContaining("You asked an admin."),
        buttons: [],
      });
      expect(await answer(member, "usage")).toContain(`nothing left of ${stretched}`);
    });

    it("the audit describes every kind of action in words", async () => {
      const { admin, member, studio, office } = stage;
      const clips = "seconds of clips a day for ";
      for (const [what, ...told] of [
        [
          "workspace.set",
          `changed the settings of this workspace: Time zone for days, weeks and months: UTC → ${zone}; Where admins are asked and notified: where the request was made, without notes → #${office}`,
        ],
        [
          "policy.set",
          `changed the rules of #${studio}: Members confirm clips billed above: no rule → 11 s`,
          `changed the rules of #${studio}: Models: no rule → ${TWELVE}, ${ANY_LENGTH}`,
        ],
        ["quota.set", `set the quota of ${clips}#${studio}: none → 20 s of clips`],
        [
          "key.added",
          "added key film sk-…deos: services: clips; who may use it: everyone; pictures at once: 4; clips at once: 4",
        ],
        ["group.created", "created group Makers"],
        ["group.member_added", `added ${member.name} to group Makers`],
        ["key.assigned", "reassigned key film sk-…deos: who may use it: everyone → the group Makers"],
        [
          "approval.approved",
          `approved ${member.name}'s request for 10 s of clips with ${ANY_LENGTH} in #${studio}: it was over a quota`,
        ],
        ["quota.granted", `added to the quota of ${clips}#${studio} for the current window: nothing → 2 s of clips`],
      ] as const) {
        const [, ...acts] = (await answer(admin, "easel-admin audit", { what })).split("\n");
        expect(acts).toHaveLength(told.length);
        for (const [index, act] of acts.entries()) {
          expect(act).toMatch(/^• \d+ \w+ \d{4} at \d\d:\d\d \(/);
          expect(act).toContain(`(${zone}) · ${admin.name} ${told[index]}`);
          expect(act.endsWith(told[index] ?? "")).toBe(true);
        }
      }
      const every = await answer(admin, "easel-admin audit");
      expect(every).not.toMatch(/[{}]|[0-9a-f]{8}-[0-9a-f]{4}-/);
      expect(await answer(member, "easel-admin audit")).toContain("That is for admins");
    });

    it("each clip was made and posted once, and the key appears nowhere", async () => {
      await allSettled(stage.easel);
      for (const prompt of ["a paper boat", "a long voyage"]) {
        expect(await videoCreatesAt(stage.easel.sandboxUrl, prompt)).toHaveLength(1);
        expect(stage.posts("studio").filter(({ shows }) => shows.includes(prompt))).toHaveLength(1);
      }
      expect(stage.posts("studio")).toHaveLength(2);
      const received = stage.received();
      expect(received).toContain("sk-…deos");
      for (const text of [received, await databaseDump(stage.easel.databaseUrl)]) {
        for (const secret of [SECRET, UNKNOWN_SECRET]) expect(text.includes(secret), secret).toBe(false);
      }
    });
  });
}
