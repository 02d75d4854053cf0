import { join } from "node:path";
import type { Clock } from "../clock.ts";
import type { Config, Gateway, ImageGateway } from "../config.ts";
import { createAddressBreaker } from "../gateway/breaker.ts";
import type { ImageClient } from "../gateway/image-client.ts";
import { withTwoAddresses } from "../gateway/two-addresses.ts";
import type { Logger } from "../log.ts";
import { startSandbox } from "../sandbox/sandbox.ts";

/** The gateways in use. A service that is undefined is off. */
export interface OpenedGateways {
  readonly image: ImageGateway | undefined;
  readonly video: Gateway | undefined;
  readonly sandbox: boolean;
  /** For people. */
  readonly label: string;
  stop(): Promise<void>;
}

/** How the embedded sandbox is to be. */
export interface SandboxSettings {
  /** How fast it works: 1 by default, 0 at once. */
  readonly sandboxSpeed?: number;
  /** `tiny`: it draws nothing, and serves a small valid file of each type. */
  readonly sandboxMedia?: "full" | "tiny";
}

const SANDBOX_KEY = "sk-sandbox";

/** The gateways of the configuration, or else the embedded sandbox for both services, started. */
export async function openGateways(
  config: Config,
  log: Logger,
  { sandboxSpeed = 1, sandboxMedia = "full" }: SandboxSettings,
): Promise<OpenedGateways> {
  const { image, video } = config;
  if (!image && !video) {
    const dataDir = join(config.dataDir, "sandbox");
    const sandbox = await startSandbox({ port: 0, dataDir, speed: sandboxSpeed, media: sandboxMedia, log });
    const gateway = { baseUrl: sandbox.url, apiKey: SANDBOX_KEY };
    return {
      image: { ...gateway, alternateUrl: undefined },
      video: gateway,
      sandbox: true,
      label: `sandbox at ${sandbox.url}, nothing is spent (IMAGE_BASE_URL and VIDEO_BASE_URL use a real one)`,
      stop: () => sandbox.stop(),
    };
  }
  const labels = [
    image ? `images at ${image.baseUrl}` : "images off (IMAGE_BASE_URL and IMAGE_API_KEY turn them on)",
    video ? `clips at ${video.baseUrl}` : "clips off (VIDEO_BASE_URL and VIDEO_API_KEY turn them on)",
  ];
  return { image, video, sandbox: false, label: labels.join(", "), stop: async () => {} };
}

/** The image service at its one address, or at the better of its two. */
export function imageService(
  gateway: ImageGateway | undefined,
  client: ImageClient,
  context: { readonly startsAtAlternate: boolean; readonly clock: Clock; readonly log: Logger },
): { readonly client: ImageClient; currentUrl(): string | undefined } {
  if (gateway?.alternateUrl === undefined) return { client, currentUrl: () => gateway?.baseUrl };
  const breaker = createAddressBreaker({ main: gateway.baseUrl, alternate: gateway.alternateUrl, ...context });
  return { client: withTwoAddresses(client, breaker), currentUrl: () => breaker.current() };
}
