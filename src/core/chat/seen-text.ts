import { shownText } from "./message.ts";

/** Scripts that need joiners inside their words. Elsewhere a joiner has no visible effect. */
const JOINING =
  "\\p{scx=Arab}\\p{scx=Syrc}\\p{scx=Mong}\\p{scx=Deva}\\p{scx=Beng}\\p{scx=Guru}\\p{scx=Gujr}\\p{scx=Orya}\\p{scx=Taml}\\p{scx=Telu}\\p{scx=Knda}\\p{scx=Mlym}\\p{scx=Sinh}";

/** An emoji as it is usually written, a joiner within a word of those scripts, or any other character that draws nothing. */
const UNSEEN = new RegExp(
  `(?<emoji>\\p{RGI_Emoji})|(?<joiner>(?<=[${JOINING}])[\\u200C\\u200D](?=[${JOINING}]))|\\p{Default_Ignorable_Code_Point}`,
  "gv",
);

/**
 * Like `shownText`, but also removes characters that draw nothing (tags, joiners, variation selectors, fillers), because a model
 * might read them as words. Emoji and words keep the ones that they are written with.
 */
export function seenText(text: string): string {
  return shownText(text).replaceAll(UNSEEN, (match: string, emoji?: string, joiner?: string) =>
    emoji === undefined && joiner === undefined ? "" : match,
  );
}
