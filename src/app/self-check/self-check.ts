import type { Config } from "../../config/config.ts";
import { misspeltText } from "../../config/misspelt-names.ts";
import type { Clock } from "../../lib/clock.ts";
import type { StartContext } from "../../platforms/entry.ts";
import { addressesToCheck } from "../context/database.ts";
import { keptSecretKey } from "../context/secret-key.ts";
import { collectorLines } from "./collector.ts";
import { dataFolderLines } from "./data-folder.ts";
import { databaseLines, embeddedLines } from "./database.ts";
import { gatewayLines } from "./gateways.ts";
import type { Check, ReadConfiguration } from "./configuration.ts";
import { bad, checked, well, type Line } from "./line.ts";
import { platformLines } from "./platforms.ts";
import { processLines } from "./process.ts";
import { publicAddressLines } from "./public-address.ts";
import { storeLines } from "./check-media-store.ts";

/**
 * Checks everything that Easel needs, whether it runs or not. Starts nothing, migrates nothing, and opens no event connections,
 * so it can run alongside a working Easel.
 * @param read the mistakes in the configuration, and the checks that they make meaningless
 */
export async function selfCheck(
  config: Config,
  context: StartContext,
  signal: AbortSignal,
  read: Pick<ReadConfiguration, "problems" | "left"> = { problems: [], left: new Set() },
): Promise<readonly Line[]> {
  const { problems, left } = read;
  const addresses = addressesToCheck(config);
  const unless = (check: Check, what: string, examine: () => Promise<readonly Line[]>) =>
    left.has(check) ? [] : checked(what, examine);
  const lines = await Promise.all([
    checked("The data folder", () => dataFolderLines(config.dataDir)),
    unless("process", "The process", () => processLines(config)),
    unless("database", "The database", () =>
      addresses === undefined ? embeddedLines(config.dataDir, context.clock) : databaseLines(addresses, context.clock),
    ),
    unless("store", "The store", () => storeLines(config, signal)),
    unless("gateways", "The gateways", () => gatewayLines(config, context, signal)),
    checked("The platforms", () => platformLines(config, context, signal, left)),
    unless("collector", "The collector", () => collectorLines(config.traces)),
    unless("address", "PUBLIC_URL", () => addressLines(config, context.clock, signal)),
  ]);
  const first =
    problems.length === 0 ? [well("The configuration is complete.")] : problems.map(({ message }) => bad(message));
  const misspelt = config.misspelt.map((one) => bad(misspeltText(one)));
  return [...first, ...misspelt, ...lines.flat()];
}

async function addressLines(config: Config, clock: Clock, signal: AbortSignal): Promise<readonly Line[]> {
  const secretKey = config.secretKey ?? (await keptSecretKey(config.dataDir));
  return publicAddressLines(config, secretKey, clock, signal);
}

/** The report as text, one line per finding. */
export function reportOf(lines: readonly Line[]): string {
  // Texts of other programs, such as the one at PORT, must not control the terminal.
  return lines.map(({ isWell, text }) => `${isWell ? "✓" : "✗"} ${text.replaceAll(/\p{Cc}/gu, " ")}`).join("\n");
}
