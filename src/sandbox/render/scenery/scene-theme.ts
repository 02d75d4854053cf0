import { PALETTES, type Palette } from "./palette.ts";
import type { Random } from "./random.ts";
import { thingIn, type Thing } from "./thing-words.ts";

/** The parts of a landscape: from the prompt if it names them, otherwise from the seed. */
export interface Theme {
  readonly palette: Palette;
  readonly sea: boolean;
  readonly lighthouse: boolean;
  /** A skyline from afar. */
  readonly city: boolean;
  /** Houses on both sides of a road. */
  readonly street: boolean;
  readonly trees: boolean;
  readonly boat: boolean;
  readonly birds: boolean;
  readonly balloon: boolean;
  readonly fox: boolean;
  readonly snowfall: boolean;
  /** What the prompt is about, if it is something from everyday life. */
  readonly thing: Thing | undefined;
}

const WORDS = {
  lighthouse: /lighthouse|灯塔/i,
  sea: /\bsea\b|ocean|\bboats?\b|\bships?\b|sail|harbou?r|beach|island|waves?\b|coast|\blake|海|船|岛|浪|湖|帆/i,
  city: /\bcity|town|skyline|skyscraper|tokyo|building|城|楼|东京/i,
  street: /\bstreets?\b|\balleys?\b|\bavenue|\bmarket|\bshops?\b|storefront|街|巷|市集|市场|商店/i,
  trees: /forest|tree|pine|wood|jungle|cabin|森林|树|林|松/i,
  boat: /\bboats?\b|\bships?\b|sail|船|帆/i,
  birds: /birds?\b|gulls?|crane|鸟|鸥|鹤/i,
  balloon: /balloon|气球/i,
  fox: /\bfox|狐/i,
  snowfall: /snow|winter|雪|冬/i,
} as const;

/** The theme of a prompt. The same prompt with other random numbers gives another picture of the same things. */
export function themeOf(prompt: string, random: Random): Theme {
  const called = PALETTES.find((palette) => palette.words.test(prompt));
  const palette = called ?? random.pick(PALETTES);
  const lighthouse = WORDS.lighthouse.test(prompt);
  const street = WORDS.street.test(prompt);
  const city = !street && WORDS.city.test(prompt);
  const fox = WORDS.fox.test(prompt);
  const thing = fox || lighthouse ? undefined : thingIn(prompt);
  const wantsTrees = WORDS.trees.test(prompt);
  const isElsewhere = wantsTrees || city || street || fox || thing !== undefined;
  const sea = lighthouse || (!street && WORDS.sea.test(prompt)) || (!isElsewhere && random.chance(0.4));
  return {
    palette,
    sea,
    lighthouse,
    city,
    street,
    fox,
    trees: wantsTrees || fox || (!sea && !city && !street && random.chance(0.6)),
    boat: WORDS.boat.test(prompt) || (sea && random.chance(0.35)),
    birds: WORDS.birds.test(prompt) || (!palette.night && random.chance(0.55)),
    balloon: WORDS.balloon.test(prompt),
    snowfall: WORDS.snowfall.test(prompt),
    thing,
  };
}
