import { keyRefusedText } from "../../text/render/keys.ts";
import type { AuditLog } from "../../core/account/audit-log.ts";
import { createCredentials, type Credentials } from "../../core/account/keys/credentials.ts";
import type { CheckKey, ServiceCheck } from "../../core/account/keys/key.ts";
import { createKeyRefusals } from "../../worker/key-refusals.ts";
import { createKeyUpkeep } from "../../worker/background/maintain-keys.ts";
import { createKeyring, type Keyring } from "../../core/account/keys/keyring.ts";
import { createSeal } from "../../core/account/keys/seal.ts";
import type { AccountStore } from "../../core/account/account-store.ts";
import { createConfiguredKeyring, type ConfiguredKeyring } from "../../core/account/keys/enter-keys.ts";
import type { Clock } from "../../lib/clock.ts";
import type { Config } from "../../config/config.ts";
import { createAuditLog } from "../../db/accounts/audit-log.ts";
import type { Database } from "../../db/connection.ts";
import { createKeyStore } from "../../db/keys/key-store.ts";
import { resealAll } from "../../db/keys/reseal.ts";
import { meaningOf } from "../../core/job/gateway-faults.ts";
import type { GatewayHttp } from "../../gateway/http/http.ts";
import { checkImageKeyAnywhere, checkVideoKey, type KeyCheck } from "../../gateway/key-check.ts";
import { KEY_CHECK_MS } from "../../lib/limits.ts";
import type { Logger } from "../../lib/log/log.ts";
import type { OpenedGateways } from "./gateways.ts";
import { secretKeysFor, type SecretKeys } from "./secret-key.ts";

export interface KeysContext {
  readonly db: Database;
  readonly accounts: AccountStore;
  readonly http: GatewayHttp;
  readonly gateways: Pick<OpenedGateways, "image" | "video" | "sandbox">;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Gateway keys: for jobs, for commands, and their maintenance. */
export interface OpenedKeys {
  /** `SECRET_KEY` or its generated replacement, and the previous ones. */
  readonly secretKeys: SecretKeys;
  readonly credentials: Credentials;
  /** Enters the configured keys. */
  readonly configuredKeys: ConfiguredKeyring;
  /** For the commands. */
  readonly ports: { readonly keyring: Keyring; readonly audit: AuditLog };
  /** Asks the gateway about a key. */
  readonly check: CheckKey;
  readonly onRefusal: ReturnType<typeof createKeyRefusals>;
  /** A worker's background tasks: entering configured keys and wiping the secrets of removed keys. */
  runBackground(signal: AbortSignal): Promise<void>;
}

/** Opens the keys. Re-encrypts those that a previous `SECRET_KEY` encrypted. */
export async function openKeys(context: KeysContext): Promise<OpenedKeys> {
  const { db, accounts, config, log, clock } = context;
  const secretKeys = await secretKeysFor(config);
  const seal = createSeal(secretKeys.current, secretKeys.previous);
  const resealed = await resealAll(db, seal);
  if (resealed.done > 0) log.info({ keys: resealed.done }, "keys encrypted again with SECRET_KEY");
  if (resealed.unreadable.length > 0) {
    log.error(
      { credentials: resealed.unreadable },
      "these keys can't be decrypted; add the SECRET_KEY that encrypted them to SECRET_KEY_PREVIOUS",
    );
  }
  const credentials = createCredentials(accounts, seal);
  const configuredKeys = createConfiguredKeyring(context.gateways, credentials);
  const store = createKeyStore(db, seal.keyId);
  const upkeep = createKeyUpkeep({ credentials, keys: store, configuredKeys, clock, log });
  const check = checkWith(context);
  const checkInTime: CheckKey = (secret, signal) =>
    check(secret, AbortSignal.any([signal, AbortSignal.timeout(KEY_CHECK_MS)]));
  const keyring = createKeyring({ store, keys: credentials, seal, check: checkInTime });
  return {
    secretKeys,
    credentials,
    configuredKeys,
    ports: {
      keyring,
      audit: createAuditLog(db),
    },
    onRefusal: createKeyRefusals({ credentials: accounts, keys: store, refusedText: keyRefusedText, log }),
    check,
    runBackground: (signal) => upkeep.run(signal),
  };
}

function checkWith({ http, gateways }: KeysContext): CheckKey {
  return async (secret, signal) => {
    const { image, video } = gateways;
    const [images, clips] = await Promise.all([
      image && checkImageKeyAnywhere(http, image, secret, signal),
      video && checkVideoKey(http, video.baseUrl, secret, signal),
    ]);
    return {
      ...(images ? { image: serviceCheck(images) } : {}),
      ...(clips ? { video: serviceCheck(clips) } : {}),
    };
  };
}

function serviceCheck(check: KeyCheck): ServiceCheck {
  switch (check.kind) {
    case "ok":
      return check.list === undefined ? { kind: "ok" } : { kind: "ok", list: check.list };
    case "invalid":
      return { kind: "invalid" };
    case "unreachable":
      return { kind: "unreachable", reason: check.reason };
    case "forbidden":
      return meaningOf(check.fault).aboutKey === "spent"
        ? { kind: "spent" }
        : { kind: "forbidden", code: check.fault.code ?? check.fault.type };
  }
}
