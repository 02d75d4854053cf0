import { parseSync, Visitor } from "vite";

/** A phrase to avoid, and a replacement. */
interface Phrase {
  readonly avoid: RegExp;
  readonly instead: string;
}

/** Phrases that read like a translation, and terms that the project has replaced. */
export const PHRASES: readonly Phrase[] = [
  { avoid: /\bwho(?:m)?ever\b/i, instead: "“anyone who”, or the person’s role" },
  { avoid: /\banew\b/i, instead: "“again”" },
  { avoid: /\b(?:to be had|can’t be had|can't be had)\b/i, instead: "“available”" },
  { avoid: /\bma(?:kes?|de) good\b/i, instead: "“corrects”" },
  { avoid: /\bit is said\b/i, instead: "who says it" },
  { avoid: /\b(?:that|those) which\b/i, instead: "“what” or “those that”" },
  { avoid: /\bof which\b/i, instead: "a second sentence" },
  { avoid: /\bso many as\b/i, instead: "“as many as”" },
  { avoid: /\bone after the other\b/i, instead: "“one by one” or “in order”" },
  { avoid: /\b(?:told|tells?) of\b/i, instead: "“reports”, “mentions” or “says”" },
  { avoid: /\bsaid of\b/i, instead: "“says about”" },
  { avoid: /\bwhat (?:became|becomes|come|comes) of\b/i, instead: "“the outcome of”" },
  { avoid: /\b(?:is|are|was|were) to be seen\b/i, instead: "“is visible”" },
  { avoid: /\bkeepers?\b/i, instead: "“batch reconciler”" },
  { avoid: /\bwish(?:es)?\b/i, instead: "“pending action”, or what is requested" },
  { avoid: /\bfar[- ]bus\b/i, instead: "“progress broadcast”" },
  { avoid: /\bstumble[ds]?\b/i, instead: "“hit an unexpected error”" },
  { avoid: /\b(?:here|there|where)(?:of|by|upon)\b/i, instead: "a plain sentence" },
  { avoid: /\bfor want of\b/i, instead: "“because there is no”" },
  { avoid: /\bfor ever\b/i, instead: "“forever” or “permanently”" },
  { avoid: /\ball the same(?=[,.;:)]|$)/i, instead: "“still” or “anyway”" },
  { avoid: /\bmend(?:s|ed|ing)?\b/i, instead: "“fix”" },
  { avoid: /\bstandings\b/i, instead: "“memberships”" },
  { avoid: /\bhind(?:er(?:s|ed)?|rances?)\b/i, instead: "“block”" },
  { avoid: /\b(?:be|had) had\b|\bhad again\b/i, instead: "“exist” or “be available”" },
  { avoid: /\bthere is none of\b/i, instead: "“there is no”" },
  { avoid: /\bsuch a one\b/i, instead: "the noun" },
  { avoid: /\bin the place of\b/i, instead: "“instead of”" },
  { avoid: /\b(?:what is|is|are|be) said (?:to|so)\b/i, instead: "who says it, or “is reported”" },
  { avoid: /\bdealt with\b/i, instead: "“handled”" },
  { avoid: /\bwithout a word\b/i, instead: "“silently”" },
  { avoid: /\bno news\b/i, instead: "“nothing new”" },
  { avoid: /\bit is told\b/i, instead: "who reports it" },
  {
    avoid: /\b(?:took|takes?|taken|taking) (?:it |them )?(?:in|back)\b(?! (?:from|its|the|their|an?|one|both) )/i,
    instead: "“accept” or “cancel”",
  },
  { avoid: /\bas (?:it|they) (?:is|are|was|were) at the moment\b/i, instead: "“currently”" },
];

/** Easel never speaks as “I” or “we”: a key may be a member's own, and a form is nobody's speech. Labels may say “my”. */
export const VOICE: readonly Phrase[] = [
  { avoid: /\b(?:we|our|ours|us|I|I'(?:ll|m|ve|d))\b/, instead: "“Easel”" },
  { avoid: /我们|(?<!通知)我(?!的|自己|可见)/, instead: "“Easel”" },
];

/** The breaches in a text. Each names the line, the phrase, and what to write instead. */
export function breachesIn(
  path: string,
  text: string,
  firstLine = 1,
  phrases: readonly Phrase[] = PHRASES,
): readonly string[] {
  return text
    .split("\n")
    .flatMap((line, index) =>
      phrases.flatMap(({ avoid, instead }) =>
        (avoid.exec(line) ?? []).map((found) => `${path}:${firstLine + index} has “${found}”: write ${instead}`),
      ),
    );
}

/** The breaches in the comments of a TypeScript file. Throws if `text` is not TypeScript. */
export function breachesInComments(path: string, text: string): readonly string[] {
  const { comments, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  return comments.flatMap(({ value, start }) => breachesIn(path, value, text.slice(0, start).split("\n").length));
}

/** The breaches in the names of the tests in a test file. Throws if `text` is not TypeScript. */
export function breachesInTestNames(path: string, text: string): readonly string[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const breaches: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      if (name?.type !== "Literal" && name?.type !== "TemplateLiteral") return;
      if (!/^(?:describe|it|test)\b/.test(text.slice(callee.start, callee.end))) return;
      const line = text.slice(0, name.start).split("\n").length;
      breaches.push(...breachesIn(path, text.slice(name.start, name.end), line));
    },
  }).visit(program);
  return breaches;
}
