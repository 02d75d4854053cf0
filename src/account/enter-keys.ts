import type { Credentials } from "./credentials.ts";
import type { Service } from "../job/job.ts";
import { DEFAULT_KEY_CONCURRENCY, SANDBOX_KEY_CONCURRENCY } from "../limits.ts";

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

/**
 * The organisation's configured keys: those of the configuration and no others, one for both services where it is the same. Keys
 * that people entered are left alone, whatever is configured.
 */
export async function enterKeys(
  gateways: ConfiguredKeys,
  credentials: Credentials,
  organisationId: string,
): Promise<void> {
  const { image, video, sandbox } = gateways;
  const concurrency = sandbox ? SANDBOX_KEY_CONCURRENCY : DEFAULT_KEY_CONCURRENCY;
  const enter = (secret: string, which: keyof typeof CONFIGURED_NAMES, services: readonly Service[]) =>
    credentials.enter({ organisationId, name: CONFIGURED_NAMES[which], secret, services, concurrency });
  if (image && video && image.apiKey === video.apiKey) {
    await enter(image.apiKey, sandbox ? "sandbox" : "both", ["image", "video"]);
  } else {
    if (image) await enter(image.apiKey, "image", ["image"]);
    if (video) await enter(video.apiKey, "video", ["video"]);
  }
  const secrets = [image, video].flatMap((gateway) => (gateway ? [gateway.apiKey] : []));
  await credentials.keepOnly(organisationId, secrets);
}
