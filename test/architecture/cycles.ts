import type { Rule } from "./imports.ts";
import type { Module } from "./module.ts";

/** No file imports itself through others, not even for a type. Returns each cycle as a path. */
export const importsHaveNoCycles: Rule = (modules) => {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const finished = new Set<string>();
  const cycles: string[] = [];

  const visit = (module: Module, trail: readonly string[]): void => {
    const start = trail.indexOf(module.path);
    if (start !== -1) {
      cycles.push([...trail.slice(start), module.path].join(" -> "));
      return;
    }
    if (finished.has(module.path)) return;
    for (const { target, ours } of module.imports) {
      const imported = ours ? byPath.get(target) : undefined;
      if (imported) visit(imported, [...trail, module.path]);
    }
    finished.add(module.path);
  };

  for (const module of modules) visit(module, []);
  return cycles;
};
