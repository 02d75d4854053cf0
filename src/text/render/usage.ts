import type { Texts } from "../texts.ts";

/** Pictures and seconds of clips, leaving out what is zero. */
export function usedText(images: number, seconds: number, texts: Texts): string {
  const say = texts.quota;
  if (images > 0 && seconds > 0) return say.and(say.images(images), say.seconds(seconds));
  if (images > 0) return say.images(images);
  return seconds > 0 ? say.seconds(seconds) : say.nothing;
}
