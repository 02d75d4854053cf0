/** Loads a font for Chinese if this machine has none. The browser fetches only the parts that are shown. */
export async function ensureChineseFont(): Promise<void> {
  if (lacksChinese()) await import("@fontsource-variable/noto-sans-sc/wght.css");
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
