import { gatewayParts } from "./gateway.ts";
import { jobLifeParts } from "./job-life.ts";
import { layerParts, layersTable } from "./layers.ts";
import {
  attributesReference,
  commandsReference,
  metricsReference,
  spansReference,
  variablesReference,
} from "./reference.ts";
import { renderPage, type Parts } from "./page.ts";

/** Every page that has generated parts, regenerated. */
export async function renderPages(): Promise<ReadonlyMap<string, string>> {
  const pages: Readonly<Record<string, Parts>> = {
    "CONTRIBUTING.md": { "layers-table": layersTable() },
    "docs/architecture.md": await layerParts(),
    "docs/gateway.md": gatewayParts(),
    "docs/life-of-a-job.md": jobLifeParts(),
    "docs/reference/commands.md": { commands: commandsReference() },
    "docs/reference/metrics.md": { metrics: metricsReference() },
    "docs/reference/traces.md": { spans: spansReference(), attributes: attributesReference() },
    "docs/reference/variables.md": { variables: await variablesReference() },
  };
  const rendered = Object.entries(pages).map(async ([page, parts]) => [page, await renderPage(page, parts)] as const);
  return new Map(await Promise.all(rendered));
}
