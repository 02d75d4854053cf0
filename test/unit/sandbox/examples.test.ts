import { describe, expect, it } from "vitest";
import { createRandom } from "../../../src/sandbox/render/scenery/random.ts";
import { themeOf } from "../../../src/sandbox/render/scenery/scene-theme.ts";
import { LOCALES } from "../../../src/lib/locale.ts";
import { consoleEmptyTexts } from "../../../src/text/render/console/console-empty.ts";

/** The things named in the examples of an empty channel, in order. */
const NAMED = [{ lighthouse: true }, { fox: true, snowfall: true }, { balloon: true, trees: true }];

describe("the Console's examples", () => {
  it.each(LOCALES)("are drawn by the sandbox with what they name (%s)", (locale) => {
    const themes = consoleEmptyTexts(locale).examples.map((example) => themeOf(example, createRandom(1)));
    expect(themes).toMatchObject(NAMED);
    expect(themes.map(({ palette }) => palette.name)).toEqual(["dusk", "dawn", "dawn"]);
  });
});
