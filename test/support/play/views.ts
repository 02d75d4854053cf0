import { describe, expect, it } from "vitest";
import { LOCALES, type Locale } from "../../../src/lib/locale.ts";
import { textsFor } from "../../../src/text/texts.ts";
import { videoCreatesAt } from "../gateway/sandbox-calls.ts";
import { result, type Player, type Seen, type Stage } from "./stage.ts";

const MODEL = "gamma3.0-video-480p";

/** What members see in views, and do there: the same on each platform, in each language. */
export function describeViews(stage: () => Stage): void {
  const reader = (locale: Locale): Player => (locale === "en" ? stage().member : stage().li);

  /** Acts on a view; resolves with it once these words are in it. */
  async function becomes(player: Player, view: Seen, words: string, act: () => Promise<void>): Promise<Seen> {
    await act();
    return stage().until(`“${words}” in the view`, () => {
      const now = player.seesNow(view);
      return now.text.includes(words) ? now : undefined;
    });
  }

  describe("a view", () => {
    it.each(LOCALES)(
      "lists the models in pages, opens one, and a form with it that makes nothing: %s",
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
      expect(listed.menus[say.whose]).toEqual([say.scopes.own, say.scopes.channel]);
      const shown = await player.told(() => player.presses(listed, say.show));
      expect(shown.text).toContain(recipe.prompt);
      const here = say.titles.channel.replaceAll("*", "");
      await becomes(player, listed, here, () => player.chooses(listed, say.scopes.channel));
    });

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
