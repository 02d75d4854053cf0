import { LAYER_CONTENTS, LAYERS, OPEN, PACKAGES, type Layer } from "../../test/architecture/layout.ts";
import { PLATFORM_FILES } from "../../test/architecture/platforms.ts";
import { readTree } from "../../test/architecture/tree.ts";
import { mermaid, table, type Parts } from "./page.ts";

/** The generated parts about layers. The picture is drawn from the imports in the code. */
export async function layerParts(): Promise<Parts> {
  return {
    "layers-picture": await picture(),
    "layers-table": layersTable(),
    packages: packagesTable(),
    open: openTable(),
    "platform-files": platformFilesTable(),
  };
}

/** Every layer with its contents. */
export function layersTable(): string {
  return table(
    ["Layer", "What is in it"],
    LAYERS.map((layer) => [`\`${shown(layer)}\``, LAYER_CONTENTS[layer]]),
  );
}

function packagesTable(): string {
  return table(
    ["Packages", "May be imported in", "Why"],
    PACKAGES.map(({ packages, places, why }) => [
      `\`${packages.source.replaceAll("\\/", "/")}\``,
      places.map((place) => `\`${place}\``).join(", "),
      why,
    ]),
  );
}

function openTable(): string {
  return table(
    ["What other layers may import of an adapter", "Why"],
    Object.entries(OPEN).map(([path, { why, typesOnly }]) => [`\`${path}\`${typesOnly ? ", types only" : ""}`, why]),
  );
}

function platformFilesTable(): string {
  return table(
    ["File", "Its job"],
    Object.entries(PLATFORM_FILES).map(([file, job]) => [`\`${file}\``, job]),
  );
}

async function picture(): Promise<string> {
  const imported = await importsBetweenLayers();
  const arrows = LAYERS.flatMap((layer) =>
    nearest(layer, imported).map((target) => `  ${idOf(layer)} --> ${idOf(target)}`),
  );
  return mermaid("flowchart TB", ...LAYERS.map((layer) => `  ${idOf(layer)}["${shown(layer)}"]`), ...arrows);
}

type Imported = ReadonlyMap<Layer, ReadonlySet<Layer>>;

async function importsBetweenLayers(): Promise<Imported> {
  const imported = new Map<Layer, Set<Layer>>(LAYERS.map((layer) => [layer, new Set()]));
  for (const { path, imports } of await readTree(["src", "commands"])) {
    const from = layerOf(path);
    for (const { target, ours } of imports) {
      const to = ours ? layerOf(target) : undefined;
      if (from && to && from !== to) imported.get(from)?.add(to);
    }
  }
  return imported;
}

/** The layers that a layer imports, without those that another imported layer imports too. */
function nearest(layer: Layer, imported: Imported): readonly Layer[] {
  const direct = [...(imported.get(layer) ?? [])];
  const others = (target: Layer): Layer[] => direct.filter((other) => other !== target);
  return LAYERS.filter(
    (target) => direct.includes(target) && !others(target).some((other) => reaches(other, target, imported)),
  );
}

function reaches(from: Layer, to: Layer, imported: Imported): boolean {
  return [...(imported.get(from) ?? [])].some((next) => next === to || reaches(next, to, imported));
}

function layerOf(path: string): Layer | undefined {
  return LAYERS.find((layer) => path === layer || path.startsWith(`${layer}/`));
}

function shown(layer: Layer): string {
  return layer.endsWith(".ts") ? layer : `${layer}/`;
}

function idOf(layer: Layer): string {
  return layer.replaceAll(/\W/g, "_");
}
