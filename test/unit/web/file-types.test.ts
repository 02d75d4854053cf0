import { describe, expect, it } from "vitest";
import { consoleDialogTexts } from "../../../src/text/render/console/console-dialogs.ts";
import { consolePageTexts } from "../../../src/text/render/console/console-page.ts";
import { acceptFor, FILE_TYPE_NAMES } from "../../../src/web/state/draft/file-types.ts";

describe("the file types that the page offers", () => {
  it("are those that can be used, so that phones convert the others", () => {
    expect(FILE_TYPE_NAMES.image).toEqual(["PNG", "JPEG", "WebP", "GIF", "AVIF"]);
    expect(acceptFor("image")).toContain("image/jpeg,.jpg");
    expect(acceptFor("image")).not.toMatch(/hei[cf]/);
  });

  it.each([
    ["en", "(MP3, WAV)", "MP3, WAV;"],
    ["zh-CN", "（MP3、WAV）", "MP3、WAV；"],
  ] as const)("are listed as one writes in %s", (locale, inSentence, atField) => {
    expect(consolePageTexts(locale).attachLimits(40, 80, FILE_TYPE_NAMES)).toContain(inSentence);
    expect(consolePageTexts(locale).attachLimits(17, 80, FILE_TYPE_NAMES, true)).not.toContain(inSentence);
    expect(consoleDialogTexts(locale).fieldLimits(10, 80, FILE_TYPE_NAMES.audio)).toContain(atField);
  });
});
