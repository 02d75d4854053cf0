import type { ConfiguredKey, Credentials } from "./credentials.ts";
import type { Service } from "../../job/job.ts";
import { DEFAULT_KEY_CONCURRENCY } from "../../../lib/limits.ts";

/** The embedded sandbox sets no limit, but more jobs would only slow it down. */
const SANDBOX_KEY_CONCURRENCY = 16;

/** The keys of the enabled services. */
interface ConfiguredKeys {
  readonly image: { readonly apiKey: string } | undefined;
  readonly video: { readonly apiKey: string } | undefined;
  /** Whether the keys are the embedded sandbox's. */
  readonly sandbox: boolean;
}

/** Names of configured keys; people can't use these for theirs. */
export const CONFIGURED_NAMES = {
  sandbox: "sandbox",
  both: "configured",
  image: "configured-images",
  video: "configured-clips",
} as const;

/** Enters the configured keys for organisations. */
export interface ConfiguredKeyring {
  /** Sets the organisation's configured keys to those of the configuration. Leaves keys that people entered alone. */
  enterFor(organisationId: string): Promise<void>;
  /** Like `enterFor`, for every organisation whose configured keys differ, or are refused or resting. */
  enterForAll(): Promise<void>;
  /**
   * Like `enterFor`, for organisations without any, so that processes with different configurations don't undo each other's work.
   */
  enterForNew(): Promise<void>;
}

/** Enters one key for both services if they share it. Configured keys serve every organisation that the operator admitted. */
export function createConfiguredKeyring(gateways: ConfiguredKeys, credentials: Credentials): ConfiguredKeyring {
  const keys = configuredKeys(gateways);
  const enterFor = async (organisationId: string): Promise<void> => {
    for (const key of keys) await credentials.enter({ organisationId, ...key });
    await credentials.keepOnly(
      organisationId,
      keys.map(({ secret }) => secret),
    );
  };
  return {
    enterFor,
    async enterForAll() {
      for (const organisationId of await credentials.organisationsWithout(keys)) await enterFor(organisationId);
    },
    async enterForNew() {
      if (keys.length === 0) return;
      for (const organisationId of await credentials.organisationsWithoutAny()) await enterFor(organisationId);
    },
  };
}

function configuredKeys({ image, video, sandbox }: ConfiguredKeys): readonly Omit<ConfiguredKey, "organisationId">[] {
  const concurrency = sandbox ? SANDBOX_KEY_CONCURRENCY : DEFAULT_KEY_CONCURRENCY;
  const key = (secret: string, which: keyof typeof CONFIGURED_NAMES, services: readonly Service[]) => ({
    name: CONFIGURED_NAMES[which],
    secret,
    services,
    concurrency,
  });
  if (image && video && image.apiKey === video.apiKey) {
    return [key(image.apiKey, sandbox ? "sandbox" : "both", ["image", "video"])];
  }
  return [
    ...(image ? [key(image.apiKey, "image", ["image"])] : []),
    ...(video ? [key(video.apiKey, "video", ["video"])] : []),
  ];
}
