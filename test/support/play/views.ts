import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "../../../src/lib/locale.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { videoCreatesAt } from "../gateway/sandbox-calls.ts";
import { becomesIn, result, type Becomes, type Player, type Seen, type Stage } from "./stage.ts";

const MODEL = "gamma3.0-video-480p";

/** What members see and do in views: the same on each platform, in each language. */
export function describeViews(stage: () => Stage): void {
  const reader = (locale: Locale): Player => (locale === "en" ? stage().member : stage().li);

  const becomes = (...changing: Parameters<Becomes>): Promise<Seen> => becomesIn(stage())(...changing);

  describe("a view", () => {
    it.each(LOCALES)(
      "lists the models in pages, shows one, and opens a form for it that refuses a wrong option: %s",
      async (locale) => {
        const player = reader(locale);
        const say = textsFor(locale).models;
        const listed = await player.told(() => player.does("models"));
        expect(listed.text).toContain("1. provider-a/image-2");
        expect(listed.buttons).toEqual([say.next]);
        let view = await becomes(player, listed, "11. ", () => player.presses(listed, say.next));
        expect(view.buttons).toEqual([say.previous, say.next]);
        const clips = view.menus[say.filter]?.find((label) => label.startsWith(say.filters.video)) ?? "";
        view = await becomes(player, view, " 1–10 ", () => player.chooses(view, clips));
        expect(view.text).not.toContain("provider-a");
        for (let first = 11; !view.text.includes(MODEL); first += 10) {
          view = await becomes(player, view, `${first}. `, () => player.presses(view, say.next));
        }
        const choice = view.menus[say.open]?.find((label) => label.endsWith(MODEL)) ?? "";
        const page = await becomes(player, view, say.forClips, () => player.chooses(view, choice));
        expect(page.text).toContain("--seconds");
        expect(page.text).toContain(`/video ${textsFor(locale).forms.example.video} --model ${MODEL}`);
        expect(page.buttons).toEqual([say.useHere, say.back]);
        const prompt = `a fox for ${locale} --resolution 9p`;
        const refused = await player.enters({ message: page, button: say.useHere }, { prompt });
        expect(refused).toContain(MODEL);
        expect(await videoCreatesAt(stage().easel.sandboxUrl, `a fox for ${locale}`)).toEqual([]);
        await becomes(player, page, MODEL, () => player.presses(page, say.back));
      },
    );

    it.each(LOCALES)("lists a member's requests with their buttons: %s", async (locale) => {
      const player = reader(locale);
      const { jobs: say, recipe } = textsFor(locale);
      const prompt = `a listed heron for ${locale}`;
      await player.does("imagine", { prompt });
      await result(stage(), prompt);
      const listed = await player.told(() => player.does("jobs"));
      expect(listed.text).toContain(prompt);
      expect(listed.buttons.slice(0, 1)).toEqual([say.show]);
      expect(listed.menus[say.whose]).toEqual([
        say.scopes.own,
        say.scopes.running,
        say.scopes.channel,
        say.scopes.starred,
      ]);
      const shown = await player.told(() => player.presses(listed, say.show));
      expect(shown.text).toContain(recipe.prompt);
      const here = say.titles.channel.replaceAll("*", "");
      await becomes(player, listed, here, () => player.chooses(listed, say.scopes.channel));
    });

    it.each(LOCALES)(
      "lists a starred result for its member and for the channel, until the star is removed: %s",
      async (locale) => {
        const player = reader(locale);
        const { star: say, jobs } = textsFor(locale);
        const prompt = `a starred heron for ${locale}`;
        await player.does("imagine", { prompt });
        const made = await result(stage(), prompt);
        // A result may be in the channel's language.
        const button = made.buttons.find((label) => LOCALES.some((one) => textsFor(one).result.star === label)) ?? "";
        const answer = await player.told(() => player.presses(made, button));
        expect(answer.buttons).toEqual([say.list, say.unstar]);
        const listed = await becomes(player, answer, prompt, () => player.presses(answer, say.list));
        expect(listed.buttons).toContain(say.unstar);
        const { admin } = stage();
        const hers = await admin.told(() => admin.does("jobs", { scope: "starred" }));
        expect(hers.text).toContain(prompt);
        expect(hers.buttons).not.toContain(textsFor("en").star.unstar);
        const removed = await player.told(() => player.presses(made, button));
        expect(removed.text).toContain(say.unstarred);
        expect(removed.buttons).toEqual([say.list]);
        await becomes(player, removed, jobs.noneStarred.replaceAll("*", ""), () => player.presses(removed, say.list));
        await player.told(() => player.presses(made, button));
        const again = await player.told(() => player.does("jobs", { scope: "starred" }));
        expect((await player.told(() => player.presses(again, say.unstar))).text).toContain(say.unstarred);
        const after = await admin.told(() => admin.does("jobs", { scope: "starred" }));
        expect(after.text).not.toContain(prompt);
      },
    );

    it.each(LOCALES)("explains a topic of the help: %s", async (locale) => {
      const player = reader(locale);
      const texts = textsFor(locale);
      const help = await player.told(() => player.does("easel help"));
      expect(help.text).toContain("/imagine");
      expect(help.buttons).toEqual([texts.help.models, texts.help.jobs]);
      expect(help.menus[texts.help.topic]).toContain("/video");
      const topic = await becomes(player, help, "--seconds", () => player.chooses(help, "/video"));
      expect(topic.buttons).toEqual([texts.help.back]);
      await becomes(player, topic, "/imagine", () => player.presses(topic, texts.help.back));
    });
  });
}
