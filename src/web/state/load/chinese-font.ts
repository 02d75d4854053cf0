import fontStyles from "@fontsource-variable/noto-sans-sc/wght.css?url";
import type { Locale } from "../../../lib/locale.ts";
import { consolePageTexts } from "../../../text/render/console/console-page.ts";
import { rememberedLocale } from "../session.ts";
import { loadStyles } from "./load-part.ts";

/** The first Chinese text on the page: in English, the label of the language switch. */
const FIRST_SHOWN: Record<Locale, string> = { en: "中文", "zh-CN": consolePageTexts("zh-CN").models };

/**
 * Loads a font for Chinese if this machine has none. The browser fetches only the parts that are shown. Resolves when the page's
 * first words can be shown.
 */
export async function ensureChineseFont(): Promise<void> {
  if (!lacksChinese()) return;
  await loadStyles(fontStyles);
  document.fonts.addEventListener("loadingdone", layOutAgain);
  // On failure, show the page anyway. The browser tries again with the next text.
  await document.fonts.load('1em "Noto Sans SC Variable"', FIRST_SHOWN[rememberedLocale()]).catch(() => undefined);
}

/**
 * Chromium keeps showing empty boxes for the first text that needs a part. A change of locale makes it lay out all texts again.
 */
function layOutAgain(): void {
  const { style } = document.documentElement;
  style.setProperty("-webkit-locale", '"und"');
  // Reading a size applies the change before its removal.
  void document.body.offsetHeight;
  style.removeProperty("-webkit-locale");
}

/** Without a font, every character is drawn as the same empty box. */
function lacksChinese(): boolean {
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) return false;
  const [one, other] = ["中", "国"].map((character) => {
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.font = "24px sans-serif";
    context.fillText(character, 4, 32);
    return context.getImageData(0, 0, 40, 48).data.join();
  });
  return one === other;
}
