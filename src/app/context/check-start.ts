import type { Clock } from "../../lib/clock.ts";
import type { Config } from "../../config/config.ts";
import { checkDatabase, type PoolerFacts } from "../../db/pooler/check-database.ts";
import type { Logger } from "../../lib/log/log.ts";
import { addressesOf } from "../http/addresses.ts";
import { addressesToCheck } from "./database.ts";
import { checkGateways, type CheckedGateways } from "./check-gateways.ts";
import { PLAIN_HTTP_WARNINGS, plainHttpOf } from "../http/plain-http.ts";
import { requireFreePort, type ListenAddress } from "../http/listen.ts";
import type { CheckedPlatform } from "../../platforms/entry.ts";

/** The results of the checks before anything is started. */
export interface CheckedStart {
  readonly local: ListenAddress;
  readonly outside: ListenAddress | undefined;
  readonly gateways: CheckedGateways;
  readonly platforms: readonly CheckedPlatform[];
  /** Undefined for the embedded database. */
  readonly pooler: PoolerFacts | undefined;
}

/** Checks everything that a person may have to fix before anything is started. Throws a `ConfigError` that says how. */
export async function checkStart(
  config: Config,
  context: { readonly clock: Clock; readonly random: () => number; readonly log: Logger },
  signal: AbortSignal,
): Promise<CheckedStart> {
  const { local, outside } = addressesOf(config);
  for (const misspelt of config.misspelt) {
    context.log.warn(misspelt, "an unknown variable is set, and it is probably misspelt: correct its name or unset it");
  }
  for (const what of plainHttpOf(config)) context.log.warn(PLAIN_HTTP_WARNINGS[what]);
  await requireFreePort(local);
  if (outside) await requireFreePort(outside);
  const addresses = addressesToCheck(config);
  const [gateways, platforms, pooler] = await Promise.all([
    checkGateways(config, context, signal),
    Promise.all(config.platforms.map((platform) => platform.check(context, signal))),
    addresses && checkDatabase(addresses),
  ]);
  return { local, outside, gateways, platforms, pooler };
}
