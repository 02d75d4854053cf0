import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recipePages } from "../../../../src/command/make/recipe-pages.ts";
import { escapeText } from "../../../../src/core/chat/message.ts";
import { en } from "../../../../src/text/en/index.ts";
import { zhCN } from "../../../../src/text/zh-cn/index.ts";

/** What every platform shows on one page. */
const PAGE = 2_400;

const pagesOf = (prompt: string, before: readonly string[] = [], facts: readonly string[] = ["Model: a"]) =>
  recipePages({ before, prompt, facts }, en, "en");

describe("a recipe", () => {
  it("that fits on one page has the earlier steps, the prompt and the facts, in this order", () => {
    expect(pagesOf("a *red* fox", ["Step 1", "Step 2"])).toEqual([
      `Step 1\nStep 2\n${en.recipe.prompt}: ${escapeText("a *red* fox")}\nModel: a`,
    ]);
    expect(recipePages({ before: [], prompt: "狐狸", facts: [] }, zhCN, "zh-CN")).toEqual([
      `${zhCN.recipe.prompt}：狐狸`,
    ]);
  });

  it("with a long prompt begins with an excerpt and the facts, and ends with the whole prompt", () => {
    const prompt = `${"fox ".repeat(1_000)}end`;
    const [first = "", ...others] = pagesOf(prompt, ["Step 1"]);
    const [excerpt = "", ...lines] = first.split("\n");
    expect(excerpt.startsWith(`${en.recipe.prompt}: fox fox`)).toBe(true);
    expect(excerpt.endsWith("…")).toBe(true);
    expect(excerpt.length).toBeLessThan(700);
    expect(lines).toEqual([en.recipe.wholePrompt, "Model: a", "Step 1"]);
    expect(others).toHaveLength(2);
    expect(others.join("")).toBe(prompt);
  });

  it("with a short prompt and many steps has the whole prompt on its first page only", () => {
    const steps = Array.from({ length: 100 }, (_, index) => `Step ${index + 1}: ${"x".repeat(40)}`);
    const pages = pagesOf("a red fox", steps);
    expect(pages).toHaveLength(3);
    expect(pages.join("\n").split("\n")).toEqual([`${en.recipe.prompt}: a red fox`, "Model: a", ...steps]);
    for (const page of pages.slice(0, -1)) expect(page.length).toBeGreaterThan(PAGE - 60);
  });

  it("exactly as long as a page is on one page", () => {
    const label = `${en.recipe.prompt}: `.length;
    expect(pagesOf("x".repeat(PAGE - label), [], [])).toHaveLength(1);
    expect(pagesOf("x".repeat(PAGE - label + 1), [], [])).toHaveLength(2);
  });

  it("shortens a line that fits on no page, without half an escape sequence", () => {
    const [, long = ""] = pagesOf("a", ["x".repeat(10), `${"x".repeat(PAGE - 2)}${String.raw`\*`.repeat(5)}`], []);
    expect(long).toBe(`${"x".repeat(PAGE - 2)}…`);
  });

  it("is cut at a space or at a line's end, if one is near", () => {
    for (const gap of [" ", "\n"]) {
      const [, page = ""] = pagesOf(`${"x".repeat(2_000)}${gap}${"y".repeat(2_000)}`);
      expect(page).toBe(`${"x".repeat(2_000)}${gap}`);
    }
    const [, page = ""] = pagesOf(`x ${"y".repeat(4_000)}`);
    expect(page).toHaveLength(PAGE);
  });

  it("never splits a character, exceeds a page or loses a part of the prompt", () => {
    const part = fc.constantFrom("fox ", "🦊", "*", "\\", "\n", "狐", "x".repeat(500));
    fc.assert(
      fc.property(fc.array(part, { minLength: 10, maxLength: 60 }), fc.integer({ min: 1, max: 60 }), (parts, times) => {
        const prompt = parts.join("").repeat(times);
        fc.pre(prompt.length > 2_400);
        const [, ...pages] = pagesOf(prompt);
        for (const page of pages) {
          expect(page.isWellFormed()).toBe(true);
          expect(page.length).toBeLessThanOrEqual(PAGE);
        }
        expect(pages.join("")).toBe(escapeText(prompt));
      }),
      { numRuns: 50 },
    );
  });
});
