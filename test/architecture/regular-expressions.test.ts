import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "vite";
import { expect, it } from "vitest";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/** Files whose expressions read only short texts, or texts in which these characters don't repeat. */
const BOUNDED: ReadonlySet<string> = new Set([
  "app/slack-manifest.ts",
  "command/parse/help-words.ts",
  "command/run.ts",
  "gateway/http/address.ts",
  "lib/env-value.ts",
  "lib/log/shown-error.ts",
  "media/file-name.ts",
  "media/relay/relay.ts",
  "platforms/slack/receive/plain-text.ts",
  "worker/delivery/result/result-file-name.ts",
  "worker/delivery/result/result-links.ts",
]);

/** Whether an alternative repeats something up to the end of the text and may begin anywhere. */
function isQuadratic(pattern: string): boolean {
  const plain = pattern.replaceAll(/\\p\{[^}]*\}|\\./g, "e").replaceAll(/\[[^\]]*\]/g, "c");
  return alternativesOf(plain).some((one) => /[+*]\)?\$/.test(one) && !one.startsWith("^"));
}

/** The alternatives: the parts between bars outside parentheses. */
function alternativesOf(plain: string): string[] {
  let depth = 0;
  const marked = Array.from(plain, (sign) => {
    if (sign === "(") depth++;
    if (sign === ")") depth--;
    return sign === "|" && depth === 0 ? "\n" : sign;
  });
  return marked.join("").split("\n");
}

function expressionsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visitor = new Visitor({
    Literal(node) {
      if ("regex" in node) found.push(node.regex.pattern);
    },
  });
  visitor.visit(parseSync(path, text).program);
  return found;
}

it("recognises expressions that take quadratic time", () => {
  expect([",+$", "^-+|-+$", "[,.]*$", "a(?:b|\\s+)$"].every(isQuadratic)).toBe(true);
  expect(["^,+$", ",$", "^(?:a|b)+$", "[+*]$"].some(isQuadratic)).toBe(false);
});

// Such an expression takes seconds for the 40,000 characters of a Slack message, and blocks Easel for everyone.
it("members' texts are not matched with an expression that takes quadratic time", async () => {
  const files = (await readdir(SRC, { recursive: true })).filter((name) => /\.tsx?$/.test(name));
  const found = await Promise.all(
    files.map(async (name) => {
      const path = name.replaceAll("\\", "/");
      if (BOUNDED.has(path)) return [];
      const expressions = expressionsIn(path, await readFile(join(SRC, name), "utf8"));
      return expressions.filter(isQuadratic).map((one) => `${path}: ${one}`);
    }),
  );
  expect(found.flat()).toEqual([]);
});
