import { PLATFORM_NAMES } from "../../../src/core/chat/conversation.ts";
import { CONVENTIONAL_NAMES, SHARED_NAMES, type SharedName } from "./shared-names.ts";

/** Folders with the same layout: files under the same path are counterparts. */
const TWINS: readonly [RegExp, string][] = [
  [new RegExp(`^src/platforms/(?:${PLATFORM_NAMES.join("|")})(?=/)`), "src/platforms/*"],
  [/^src\/sandbox\/(?:image|video)(?=\/)/, "src/sandbox/*"],
  [/^src\/text\/(?:en|zh-cn|render)\/(?:.*\/)?/, "src/text/"],
];

/** A port and the store that implements it have the same file name. */
const PORT_AND_STORE = /^src\/(?:core|db)\/.*(?=\/[^/]+-(?:store|notes|log)\.ts$)/;

/**
 * One file name has one meaning. A name that several parts share is listed with its meaning and its places. `commands/` is
 * exempt: its files are named after what people type.
 */
export function namesHaveOneMeaning(
  paths: readonly string[],
  shared: Readonly<Record<string, SharedName>> = SHARED_NAMES,
): readonly string[] {
  const places = new Map<string, Set<string>>();
  for (const path of paths.filter((one) => one.startsWith("src/"))) {
    const place = placeOf(path);
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (!CONVENTIONAL_NAMES.has(name)) places.set(name, (places.get(name) ?? new Set<string>()).add(place));
  }
  const missing = [...places].flatMap(([name, found]) => {
    const listed = shared[name]?.places ?? [];
    const others = [...found].filter((place) => !listed.includes(place));
    return found.size > 1
      ? others.map((place) => `${name} has another meaning in ${place}: rename it, or list it`)
      : [];
  });
  const stale = Object.entries(shared).flatMap(([name, { places: listed }]) => {
    const found = places.get(name) ?? new Set<string>();
    if (found.size < 2) return [`${name} is listed, but no longer shared`];
    return listed.filter((place) => !found.has(place)).map((place) => `${name} is listed, but is not in ${place}`);
  });
  return [...missing, ...stale];
}

/** The folder of a file below `src/`. Twins have the same one. */
function placeOf(path: string): string {
  const folded = TWINS.reduce((now, [twin, name]) => now.replace(twin, name), path).replace(
    PORT_AND_STORE,
    "src/store",
  );
  return folded.slice("src/".length, folded.lastIndexOf("/")) || ".";
}
