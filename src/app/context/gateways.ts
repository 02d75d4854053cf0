import { randomBytes } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "../../lib/clock.ts";
import type { Config, Gateway, ImageGateway } from "../../config/config.ts";
import { createAddressBreaker } from "../../gateway/http/breaker.ts";
import type { ImageClient } from "../../gateway/image/image-client.ts";
import { withFallbackAddress } from "../../gateway/http/fallback-address.ts";
import type { Logger } from "../../lib/log/log.ts";
import { startSandbox } from "../../sandbox/sandbox.ts";

/** The gateways in use. A service that is undefined is off. */
export interface OpenedGateways {
  readonly image: ImageGateway | undefined;
  readonly video: Gateway | undefined;
  readonly sandbox: boolean;
  /** For people. */
  readonly label: string;
  stop(): Promise<void>;
}

/** Settings of the embedded sandbox. */
export interface SandboxSettings {
  /** Speed factor: 1 by default, 0 for no delay. */
  readonly sandboxSpeed?: number;
  /** `tiny`: it draws nothing and serves a small valid file of each type. */
  readonly sandboxMedia?: "full" | "tiny";
  /** `open`: its control routes need no secret, for tests. */
  readonly sandboxControl?: "secret" | "open";
}

const SANDBOX_KEY = "sk-sandbox";
/** Relative to the sandbox's folder. */
const CONTROL_SECRET_FILE = "control.secret";

/** Opens the configured gateways, or starts the embedded sandbox for both services. */
export async function openGateways(
  config: Config,
  log: Logger,
  { sandboxSpeed = 1, sandboxMedia = "full", sandboxControl = "secret" }: SandboxSettings,
): Promise<OpenedGateways> {
  const { image, video } = config;
  if (!image && !video) {
    const dataDir = join(config.dataDir, "sandbox");
    const controlSecret = sandboxControl === "open" ? undefined : await makeControlSecret(dataDir);
    const settings = { dataDir, speed: sandboxSpeed, media: sandboxMedia };
    const sandbox = await startSandbox({ port: 0, ...settings, ...(controlSecret && { controlSecret }), log });
    const gateway = { baseUrl: sandbox.url, apiKey: SANDBOX_KEY };
    return {
      image: { ...gateway, alternateUrl: undefined },
      video: gateway,
      sandbox: true,
      label: [
        `sandbox at ${sandbox.url}, nothing is spent (IMAGE_BASE_URL and VIDEO_BASE_URL use a real one)`,
        ...(controlSecret ? [`/sandbox/… needs the secret in ${join(dataDir, CONTROL_SECRET_FILE)}`] : []),
      ].join("; "),
      stop: () => sandbox.stop(),
    };
  }
  const labels = [
    image ? `images at ${image.baseUrl}` : "images off (IMAGE_BASE_URL and IMAGE_API_KEY turn them on)",
    video ? `clips at ${video.baseUrl}` : "clips off (VIDEO_BASE_URL and VIDEO_API_KEY turn them on)",
  ];
  return { image, video, sandbox: false, label: labels.join(", "), stop: async () => {} };
}

/** Creates a new secret for the sandbox's control routes, in a file that only this user can read. */
async function makeControlSecret(dataDir: string): Promise<string> {
  const secret = randomBytes(32).toString("base64url");
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, CONTROL_SECRET_FILE);
  // An existing file would keep its permissions.
  await rm(path, { force: true });
  await writeFile(path, `${secret}\n`, { mode: 0o600, flag: "wx" });
  return secret;
}

/** The image service, with failover where it has two addresses. */
export function imageService(
  gateway: ImageGateway | undefined,
  client: ImageClient,
  context: { readonly startsAtAlternate: boolean; readonly clock: Clock; readonly log: Logger },
): { readonly client: ImageClient; currentUrl(): string | undefined } {
  if (gateway?.alternateUrl === undefined) return { client, currentUrl: () => gateway?.baseUrl };
  const breaker = createAddressBreaker({ main: gateway.baseUrl, alternate: gateway.alternateUrl, ...context });
  return { client: withFallbackAddress(client, breaker), currentUrl: () => breaker.current() };
}
