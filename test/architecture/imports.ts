import { COMPOSITION, CONCRETE, LAYERS, OPEN, PACKAGES, PORTS, SHARED_WITH_PAGE, type Exceptions } from "./layout.ts";
import type { Import, Module } from "./module.ts";

/** A rule of the house: every breach of it as a sentence; none when it holds. */
export type Rule = (modules: readonly Module[]) => readonly string[];

const PAGE = "src/chat/console/page/";

/** Imports point down the layers, or to a port. Files that lie directly in `src/` are the ground on which all stand. */
export function importsPointDown(modules: readonly Module[], ports: Exceptions = PORTS): readonly string[] {
  return breaches(modules, ({ path }, { target, ours, typeOnly }) => {
    if (!ours || path in COMPOSITION) return undefined;
    const from = layerOf(path);
    const to = layerOf(target);
    if (to === undefined) return "it is no part of the program";
    if (to === "top") return "nobody imports the composition root";
    if (to === "ground") return undefined;
    if (from === "ground") return "the ground stands on nothing else";
    if (typeof from === "number" && to >= from) return undefined;
    return unlessException(ports, target, typeOnly) && `${LAYERS[to]} lies above`;
  });
}

/** Only the composition root knows concrete parts. */
export function concretePartsAreUnknown(modules: readonly Module[], open: Exceptions = OPEN): readonly string[] {
  return breaches(modules, ({ path }, { target, typeOnly }) => {
    const part = CONCRETE.exec(target)?.[0];
    if (part === undefined || path in COMPOSITION || path.startsWith(part)) return undefined;
    return unlessException(open, target, typeOnly) && `only the composition root knows ${part}`;
  });
}

/** The exceptions of these two rules that no import needs any more. */
export const exceptionsAreNeeded: Rule = (modules) => [
  ...unneeded(PORTS, (ports) => importsPointDown(modules, ports)),
  ...unneeded(OPEN, (open) => concretePartsAreUnknown(modules, open)),
];

/** One chat platform's adapter knows nothing of another's. */
export const adaptersKeepApart: Rule = (modules) =>
  breaches(modules, ({ path }, { target }) => {
    const [own, other] = [path, target].map((one) => /^src\/chat\/([^/]+)\//.exec(one)?.[1]);
    return own === undefined || other === undefined || own === other ? undefined : "both are adapters";
  });

/** The composition root and `ops/`, which it starts, are told the configuration; others are given what they need of it. */
export const configStaysAtTheTop: Rule = (modules) =>
  breaches(modules, ({ path }, { target }) =>
    target !== "src/config.ts" || path in COMPOSITION || path.startsWith("src/ops/")
      ? undefined
      : "the composition root hands out what is needed of it",
  );

/** Commands are declared with what `src/` offers, and the composition root alone takes them in. */
export const commandsKeepToTheHouse: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) => {
    if (path.startsWith("commands/")) return ours ? undefined : "commands use src/ only";
    return target.startsWith("commands/") && !(path in COMPOSITION)
      ? "only the composition root takes commands in"
      : undefined;
  });

/** The page runs in a browser: it loads its own files, what is shared with it, and nothing of Node. */
export const pageStaysInTheBrowser: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) => {
    const ofPage = path.startsWith(PAGE);
    if (!ofPage && target.startsWith(PAGE)) return "the page is for the browser only";
    if (!ofPage && !SHARED_WITH_PAGE.includes(path)) return undefined;
    if (!ours) return target.startsWith("node:") ? "a browser has no such module" : undefined;
    return target.startsWith(PAGE) || SHARED_WITH_PAGE.includes(target) ? undefined : "it is not shared with the page";
  });

/** Some packages are imported in their own place only. */
export const packagesStayInPlace: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) => {
    const rule = ours ? undefined : PACKAGES.find(({ packages }) => packages.test(target));
    return rule?.places.some((place) => path.startsWith(place)) === false
      ? `it belongs in ${rule.places.join(", ")}: ${rule.why}`
      : undefined;
  });

/** A sentence for each import that `judge` says something against. */
function breaches(
  modules: readonly Module[],
  judge: (from: Module, imported: Import) => string | false | undefined,
): readonly string[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((imported) => {
      const reason = judge(module, imported);
      return reason ? [`${module.path} imports ${imported.target}: ${reason}`] : [];
    }),
  );
}

/** A layer's place in the list, `top` for the composition root in `src/`, `ground` for what lies beside it. */
function layerOf(path: string): number | "top" | "ground" | undefined {
  if (path === "src/app.ts" || path === "src/main.ts") return "top";
  if (/^src\/[^/]+\.ts$/.test(path)) return "ground";
  const layer = LAYERS.findIndex((folder) => path.startsWith(`${folder}/`));
  return layer === -1 ? undefined : layer;
}

function unlessException(exceptions: Exceptions, target: string, typeOnly: boolean): boolean {
  return !Object.entries(exceptions).some(([path, { typesOnly }]) => {
    const meant = path.endsWith("/") ? target.startsWith(path) : target === path;
    return meant && (typeOnly || typesOnly !== true);
  });
}

/** An exception is needed when there are more breaches without it. */
function unneeded(exceptions: Exceptions, rule: (exceptions: Exceptions) => readonly string[]): string[] {
  const breachesNow = rule(exceptions).length;
  return Object.keys(exceptions)
    .filter((path) => {
      const others = Object.fromEntries(Object.entries(exceptions).filter(([other]) => other !== path));
      return rule(others).length === breachesNow;
    })
    .map((path) => `the exception for ${path} is not needed`);
}
