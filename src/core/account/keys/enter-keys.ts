import type { ConfiguredKey, Credentials } from "./credentials.ts";
import type { Service } from "../../job/job.ts";
import { DEFAULT_KEY_CONCURRENCY } from "../../../lib/limits.ts";

/** The embedded sandbox has no limit of its own; more would only slow the drawing down. */
const SANDBOX_KEY_CONCURRENCY = 16;

/** The keys of the services that are on. */
interface ConfiguredKeys {
  readonly image: { readonly apiKey: string } | undefined;
  readonly video: { readonly apiKey: string } | undefined;
  /** The embedded sandbox's. */
  readonly sandbox: boolean;
}

/** What keys of the configuration are called; people may not call theirs so. */
export const CONFIGURED_NAMES = {
  sandbox: "sandbox",
  both: "configured",
  image: "configured-images",
  video: "configured-clips",
} as const;

/** Enters the keys of the configuration for organisations. */
export interface ConfiguredKeyring {
  /** Makes the organisation's configured keys those of the configuration and no others. Keys that people entered are left alone. */
  enterFor(organisationId: string): Promise<void>;
  /** The same for every organisation that lacks one of them, or has another, or has one that the gateway refused or that rests. */
  enterForAll(): Promise<void>;
  /** The same for organisations that have none yet, so that processes with different configurations do not undo each other. */
  enterForNew(): Promise<void>;
}

/** One key for both services where it is the same. The configuration's keys serve every organisation that the operator let in. */
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
