import { join } from "node:path";
import { systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import { ConfigError } from "../errors.ts";
import { createGatewayHttp } from "../gateway/http.ts";
import { checkImageKey } from "../gateway/key-check.ts";
import type { Logger } from "../log.ts";
import { startSandbox } from "../sandbox/sandbox.ts";

export interface OpenedImageGateway {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly sandbox: boolean;
  /** For people. */
  readonly label: string;
  stop(): Promise<void>;
}

/** Long enough for a gateway far away, short enough for someone who waits for the start. */
const CHECK_MS = 10_000;
const SANDBOX_KEY = "sk-sandbox";

/** The image gateway of the configuration, or else the embedded sandbox, started. */
export async function openImageGateway(config: Config, log: Logger, sandboxSpeed: number): Promise<OpenedImageGateway> {
  if (!config.image) {
    const dataDir = join(config.dataDir, "sandbox");
    const sandbox = await startSandbox({ port: 0, dataDir, speed: sandboxSpeed, log });
    return {
      baseUrl: sandbox.url,
      apiKey: SANDBOX_KEY,
      sandbox: true,
      label: `sandbox at ${sandbox.url}, nothing is spent (IMAGE_BASE_URL and IMAGE_API_KEY use a real one)`,
      stop: () => sandbox.stop(),
    };
  }
  const { baseUrl, apiKey } = config.image;
  return { baseUrl, apiKey, sandbox: false, label: `images at ${baseUrl}`, stop: async () => {} };
}

/** Throws a `ConfigError` when the configured image gateway can't be reached or does not know the key. Costs nothing. */
export async function checkImageGateway(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  if (!config.image) return;
  const { baseUrl, apiKey } = config.image;
  const http = createGatewayHttp({ clock: systemClock, log });
  try {
    const check = await checkImageKey(http, baseUrl, apiKey, AbortSignal.any([signal, AbortSignal.timeout(CHECK_MS)]));
    if (check.kind === "unreachable") {
      throw new ConfigError(
        "IMAGE_BASE_URL",
        `IMAGE_BASE_URL ${baseUrl} does not answer as an image service (${check.reason}); correct the address, or remove it and IMAGE_API_KEY to use the sandbox.`,
      );
    }
    if (check.kind === "invalid") {
      throw new ConfigError("IMAGE_API_KEY", `IMAGE_API_KEY is not accepted by ${baseUrl}; set a valid key.`);
    }
    if (check.kind === "forbidden") log.warn({ fault: check.fault }, "the image key may read nothing at the moment");
  } finally {
    await http.close();
  }
}
