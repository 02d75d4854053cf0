import { join } from "node:path";
import { DISK_LOW_BYTES, type Doctor, type Finding } from "../core/account/doctor.ts";
import { openableAddress } from "../lib/http/address-scope.ts";
import { healthOf, isUsableFor, type CheckKey, type Key } from "../core/account/keys/key.ts";
import type { Keyring } from "../core/account/keys/keyring.ts";
import { currencyOf, isMoney, leftOf, type Quotas, type QuotaState } from "../core/account/quota/quota.ts";
import type { Clock } from "../lib/clock.ts";
import type { Config } from "../config/config.ts";
import type { Database } from "../db/connection.ts";
import type { PoolerFacts } from "../db/pooler/check-database.ts";
import { channelsInUse } from "../db/channels/channels-in-use.ts";
import { databaseFindings, silentWorkspaces } from "../db/doctor/doctor-store.ts";
import { DatabaseUnavailableError } from "../lib/errors.ts";
import type { Keys } from "../core/job/key-secrets.ts";
import { KEY_CHECK_MS } from "../lib/limits.ts";
import type { OpenedGateways } from "./context/gateways.ts";
import { freeBytes } from "./checks/disk-space.ts";
import { examineAddress } from "./checks/public-address.ts";
import { folderTrouble } from "./checks/store-folder.ts";
import { canServeFiles, needsAddress } from "./http/addresses.ts";
import { plainHttpOf } from "./http/plain-http.ts";
import type { ListOrganisations } from "./context/organisations.ts";
import type { PlatformStatus } from "./service-status.ts";
import type { PartState, Watch } from "./http/watch.ts";

export interface DoctorContext {
  readonly db: Database;
  readonly config: Config;
  /** As found at the start. Undefined for the embedded database. */
  readonly pooler: PoolerFacts | undefined;
  readonly gateways: Pick<OpenedGateways, "image" | "video" | "sandbox">;
  readonly disk: { isFull(): boolean };
  /** This and `storeWatch` are undefined for a folder. */
  readonly askStore: ((signal: AbortSignal) => Promise<PartState>) | undefined;
  readonly storeWatch: Pick<Watch, "state"> | undefined;
  readonly keyring: Pick<Keyring, "list">;
  readonly quotas: Pick<Quotas, "state">;
  readonly keys: Keys;
  readonly check: CheckKey;
  readonly operatorCode: string;
  readonly secretKey: string;
  readonly listOrganisations: ListOrganisations;
  /** The enabled platforms. */
  readonly platformStates: () => readonly PlatformStatus[];
  readonly clock: Clock;
}

/** Each channel takes up to four platform calls. */
const CHANNELS_CHECKED = 10;

/** Checks the database, store, addresses, gateway keys and workers, and counts the waiting jobs. */
export function createDoctor(context: DoctorContext): Doctor {
  const { db, config, keyring, clock } = context;
  return {
    async examine(organisationId, isOperator, signal) {
      const lacksAddress = context.gateways.video !== undefined && !canServeFiles(config, context.gateways);
      const found = await Promise.all([storeFindings(signal), addressFinding(signal)]);
      const here: readonly Finding[] = [
        ...found.flat(),
        ...(lacksAddress ? [{ part: "clip_files" } as const] : []),
        ...(isOperator ? plainHttpOf(config).map((what) => ({ part: "plain_http", what }) as const) : []),
        ...context.platformStates().map((membership): Finding => ({ part: "platform", ...membership })),
      ];
      try {
        const [database, ...work] = await databaseFindings(db, organisationId, clock);
        const organisations = await organisationFindings(organisationId, isOperator);
        const keys = await keyring.list(organisationId);
        const unwell = keys.flatMap((key) => keyFinding(key, clock.now()));
        const services = await Promise.all(
          (["image", "video"] as const).map((service) => serviceFinding(service, keys, signal)),
        );
        return [
          ...(database ? [database] : []),
          ...poolerFindings(context.pooler),
          ...here,
          ...organisations,
          ...services,
          ...unwell,
          ...work.filter(({ part }) => isOperator || part !== "backup"),
          ...(await quotaFindings(organisationId)),
          ...(await silentWorkspaces(
            db,
            organisations.flatMap((one) => (one.part === "organisation" ? one.workspaces : [])),
            context.platformStates().map(({ platform }) => platform),
          )),
        ];
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error;
        return [{ part: "database", kind: "away" }, ...here];
      }
    },

    async channelsInUse(organisationId, here) {
      try {
        return await channelsInUse(db, organisationId, here, CHANNELS_CHECKED);
      } catch (error) {
        if (!(error instanceof DatabaseUnavailableError)) throw error;
        return [];
      }
    },
  };

  async function addressFinding(signal: AbortSignal): Promise<Finding> {
    const url = openableAddress(config.publicUrl);
    if (url === undefined) return { part: "address", url, isNeeded: needsAddress(config) };
    return { part: "address", url, ...(await examineAddress(url, context.secretKey, clock, signal)) };
  }

  async function organisationFindings(organisationId: string, isOperator: boolean): Promise<Finding[]> {
    const listed = await context.listOrganisations(isOperator ? "all" : organisationId);
    return [
      ...(isOperator ? [{ part: "claim", code: context.operatorCode } as const] : []),
      ...listed.map((organisation) => ({ part: "organisation", ...organisation }) as const),
    ];
  }

  async function quotaFindings(organisationId: string): Promise<Finding[]> {
    const quotas = await context.quotas.state(organisationId);
    // A quota of 0 is meant to refuse everything.
    const usedUp = quotas.filter((quota) => quota.amount + quota.granted > 0 && leftOf(quota) === 0).length;
    return [...(usedUp === 0 ? [] : [{ part: "quotas", usedUp } as const]), ...unpricedFindings(quotas)];
  }

  /** The sandbox needs no prices. */
  function unpricedFindings(quotas: readonly QuotaState[]): Finding[] {
    if (context.gateways.sandbox) return [];
    const currency = config.prices?.currency;
    const unpriced = quotas.filter(({ unit }) => isMoney(unit) && currencyOf(unit) !== currency).length;
    return unpriced === 0 ? [] : [{ part: "unpriced_quotas", quotas: unpriced, currency }];
  }

  async function storeFindings(signal: AbortSignal): Promise<Finding[]> {
    const [state, inFolder, free] = await Promise.all([
      storeState(signal),
      config.s3 ? undefined : folderTrouble(join(config.dataDir, "media")),
      freeBytes(config.dataDir),
    ]);
    return [
      {
        part: "store",
        place: config.s3 ? "s3" : "folder",
        isFull: context.disk.isFull() || inFolder === "full",
        trouble: state === undefined || state.kind === "up" ? undefined : state.reason,
        folderTrouble: inFolder === "full" ? undefined : inFolder,
      },
      ...(free < DISK_LOW_BYTES ? [{ part: "disk", freeBytes: free } as const] : []),
    ];
  }

  /** A store that is known to be unavailable is not checked again, because that would take until the time limit. */
  async function storeState(signal: AbortSignal): Promise<PartState | undefined> {
    const known = context.storeWatch?.state();
    if (known?.kind !== "up") return known;
    const limit = AbortSignal.any([signal, AbortSignal.timeout(KEY_CHECK_MS)]);
    return context.askStore?.(limit).catch((error: unknown) => {
      if (!limit.aborted) throw error;
      return { kind: "away", reason: "it does not answer in time" } as const;
    });
  }

  async function serviceFinding(
    service: "image" | "video",
    keys: readonly Key[],
    signal: AbortSignal,
  ): Promise<Finding> {
    const gateway = context.gateways[service];
    if (!gateway) return { part: "service", service, kind: "off" };
    const known = keys.filter((key) => key.services.includes(service));
    const usable = known.filter((key) => isUsableFor(service, key, clock.now()));
    const [first] = usable;
    const secret = first && (await context.keys.secretOf(first.id));
    const limit = AbortSignal.any([signal, AbortSignal.timeout(KEY_CHECK_MS)]);
    return {
      part: "service",
      service,
      kind: "on",
      url: gateway.baseUrl,
      isSandbox: context.gateways.sandbox,
      known: known.length,
      usable: usable.length,
      askedWith: first?.name,
      check: secret === undefined ? undefined : (await context.check(secret, limit))[service],
    };
  }
}

function poolerFindings(pooler: PoolerFacts | undefined): Finding[] {
  return pooler === undefined || pooler.mode === "none" ? [] : [{ part: "pooler", mode: pooler.mode }];
}

function keyFinding(key: Key, now: number): Finding[] {
  const health = healthOf(key, now);
  const { name, invalidAt, origin } = key;
  if (health === "ok") {
    const { services, refusedBy } = key;
    return services
      .filter((service) => refusedBy.includes(service))
      .map((service) => ({ part: "partly_refused_key", name, service }));
  }
  if (health !== "invalid") return [{ part: "key", name, health }];
  return invalidAt ? [{ part: "refused_key", name, at: invalidAt, origin }] : [];
}
