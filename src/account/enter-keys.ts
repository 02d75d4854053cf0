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

/** The organisation's keys: those of the configuration and no others, one for both services where it is the same. */
export async function enterKeys(
  gateways: ConfiguredKeys,
  credentials: Credentials,
  organisationId: string,
): Promise<void> {
  const { image, video } = gateways;
  const concurrency = gateways.sandbox ? SANDBOX_KEY_CONCURRENCY : DEFAULT_KEY_CONCURRENCY;
  const enter = (secret: string, services: readonly Service[]) =>
    credentials.enter({ organisationId, secret, services, concurrency });
  if (image && video && image.apiKey === video.apiKey) await enter(image.apiKey, ["image", "video"]);
  else {
    if (image) await enter(image.apiKey, ["image"]);
    if (video) await enter(video.apiKey, ["video"]);
  }
  const secrets = [image, video].flatMap((gateway) => (gateway ? [gateway.apiKey] : []));
  await credentials.keepOnly(organisationId, secrets);
}
