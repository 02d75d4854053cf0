import { readFile } from "node:fs/promises";
import { z } from "zod";

const Dependencies = z.record(z.string(), z.string()).default({});

const LockedPackage = z.looseObject({
  version: z.string().optional(),
  license: z.string().optional(),
  dependencies: Dependencies,
  optionalDependencies: Dependencies,
  peerDependencies: Dependencies,
  os: z.union([z.string(), z.array(z.string())]).optional(),
  cpu: z.union([z.string(), z.array(z.string())]).optional(),
});
/** One entry of `package-lock.json`. */
export type LockedPackage = z.infer<typeof LockedPackage>;

const Lockfile = z.looseObject({ packages: z.record(z.string(), LockedPackage) });

/** Packages by the folder in which they are installed, relative to the project, e.g. `node_modules/pino`. */
export type Locked = ReadonlyMap<string, LockedPackage>;

/** Every package of the lockfile. The project itself has the empty path. */
export async function readLockfile(path: string | URL): Promise<Locked> {
  const { packages } = Lockfile.parse(JSON.parse(await readFile(path, "utf8")));
  return new Map(Object.entries(packages));
}

/**
 * The shipped packages: the project's dependencies and optional dependencies, the packages of `bundled`, and everything that
 * these depend on. Sorted by path. Throws if `bundled` names a package that the lockfile does not have.
 */
export function shippedPackages(locked: Locked, bundled: readonly string[]): readonly string[] {
  const root = locked.get("");
  if (!root) throw new Error("the lockfile has no entry for the project itself");
  const found = new Set<string>();
  const visit = (from: string, name: string): void => {
    const path = resolvePackage(locked, from, name);
    // An optional package may be missing: it is for another system, or was left out.
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const entry = locked.get(path);
    const needed = { ...entry?.dependencies, ...entry?.optionalDependencies, ...entry?.peerDependencies };
    for (const next of Object.keys(needed)) visit(path, next);
  };
  for (const name of Object.keys({ ...root.dependencies, ...root.optionalDependencies })) visit("", name);
  for (const name of bundled) {
    if (resolvePackage(locked, "", name) === undefined) throw new Error(`${name} is not in the lockfile`);
    visit("", name);
  }
  return [...found].toSorted();
}

/** Resolves `name` for the package in `from`: first in its folder, then in each folder above. */
function resolvePackage(locked: Locked, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (locked.has(path)) return path;
    if (folder === "") return undefined;
  }
}
