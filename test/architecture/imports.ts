import {
  COMPOSITION,
  CONCRETE,
  CORE_PACKAGES,
  LAYERS,
  OPEN,
  PACKAGES,
  PROGRAMS,
  SHARED_WITH_PAGE,
  type Exceptions,
} from "./layout.ts";
import type { Import, Module } from "./module.ts";

/** A rule of the architecture. Returns one sentence for each breach. */
export type Rule = (modules: readonly Module[]) => readonly string[];

const PAGE = "src/web/";

/** The list of the platforms, which imports each platform's entry. */
const REGISTRY = "src/platforms/registry.ts";
const PLATFORM_ENTRY = /^src\/platforms\/[^/]+\/entry\.ts$/;

/** Imports point down the layers. There are no exceptions. */
export const importsPointDown: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) => {
    if (!ours) return undefined;
    const from = layerOf(path);
    const to = layerOf(target);
    if (from === -1 || to === -1) return "it is in no layer";
    return to >= from ? undefined : `${LAYERS[to]} is above ${LAYERS[from]}`;
  });

/** Only the composition root and separate programs import concrete parts. */
export function concretePartsAreUnknown(modules: readonly Module[], open: Exceptions = OPEN): readonly string[] {
  return breaches(modules, ({ path }, { target, typeOnly }) => {
    const part = CONCRETE.exec(target)?.[0];
    if (part === undefined || isBelow(path, COMPOSITION) || isBelow(path, PROGRAMS) || path.startsWith(part)) {
      return undefined;
    }
    if (path === REGISTRY && PLATFORM_ENTRY.test(target)) return undefined;
    if (path.startsWith(PAGE) && SHARED_WITH_PAGE.includes(target)) return undefined;
    return unlessException(open, target, typeOnly) && `only the composition root knows ${part}`;
  });
}

/** Reports the exceptions that no import needs any more: without a needed one, there are more breaches. */
export const exceptionsAreNeeded: Rule = (modules) => {
  const now = concretePartsAreUnknown(modules, OPEN).length;
  return Object.keys(OPEN)
    .filter((path) => {
      const others = Object.fromEntries(Object.entries(OPEN).filter(([other]) => other !== path));
      return concretePartsAreUnknown(modules, others).length === now;
    })
    .map((path) => `the exception for ${path} is not needed`);
};

/** The core uses only packages that compute, none that reaches outside the process. */
export const coreUsesFewPackages: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) =>
    ours || !path.startsWith("src/core/") || CORE_PACKAGES.some((allowed) => allowed.test(target))
      ? undefined
      : "the core uses no such package",
  );

/** A chat platform's adapter may not import another's. */
export const adaptersKeepApart: Rule = (modules) =>
  breaches(modules, ({ path }, { target }) => {
    const [own, other] = [path, target].map((one) => /^src\/platforms\/([^/]+)\//.exec(one)?.[1]);
    return own === undefined || other === undefined || own === other ? undefined : "both are adapters";
  });

/** The composition root reads the configuration and gives each part the settings that it needs. */
export const configStaysAtTheTop: Rule = (modules) =>
  breaches(modules, ({ path }, { target }) =>
    target !== "src/config/config.ts" || isBelow(path, COMPOSITION) || path.startsWith("src/config/")
      ? undefined
      : "the composition root hands out what is needed of it",
  );

/** Commands import only from `src/`, and only the composition root imports commands. */
export const commandsUseOnlySrc: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) => {
    if (path.startsWith("commands/")) return ours ? undefined : "commands use src/ only";
    return target.startsWith("commands/") && !isBelow(path, COMPOSITION)
      ? "only the composition root imports commands"
      : undefined;
  });

/** The page runs in a browser: it loads its own files and those shared with it, and no module of Node. */
export const pageStaysInTheBrowser: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) => {
    const ofPage = path.startsWith(PAGE);
    if (!ofPage && target.startsWith(PAGE)) return "the page is for the browser only";
    if (!ofPage && !SHARED_WITH_PAGE.includes(path)) return undefined;
    if (!ours) return target.startsWith("node:") ? "a browser has no such module" : undefined;
    return target.startsWith(PAGE) || SHARED_WITH_PAGE.includes(target) ? undefined : "it is not shared with the page";
  });

/** Some packages are imported only in their own place. */
export const packagesStayInPlace: Rule = (modules) =>
  breaches(modules, ({ path }, { target, ours }) => {
    const rule = ours ? undefined : PACKAGES.find(({ packages }) => packages.test(target));
    return rule && !isBelow(path, rule.places) ? `it belongs in ${rule.places.join(", ")}: ${rule.why}` : undefined;
  });

/** One sentence for each import that `check` objects to. */
function breaches(
  modules: readonly Module[],
  check: (from: Module, imported: Import) => string | false | undefined,
): readonly string[] {
  return modules.flatMap((module) =>
    module.imports.flatMap((imported) => {
      const reason = check(module, imported);
      return reason ? [`${module.path} imports ${imported.target}: ${reason}`] : [];
    }),
  );
}

/** A layer's place in the list; -1 for a path outside the layers. */
function layerOf(path: string): number {
  return LAYERS.findIndex((layer) => path === layer || path.startsWith(`${layer}/`));
}

function isBelow(path: string, places: readonly string[]): boolean {
  return places.some((place) => (place.endsWith("/") ? path.startsWith(place) : path === place));
}

function unlessException(exceptions: Exceptions, target: string, typeOnly: boolean): boolean {
  return !Object.entries(exceptions).some(
    ([path, { typesOnly }]) => isBelow(target, [path]) && (typeOnly || typesOnly !== true),
  );
}
