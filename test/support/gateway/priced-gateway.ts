import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { startSandbox } from "../../../src/sandbox/sandbox.ts";

/** A separate gateway with the operator's prices, because the embedded sandbox is free. */
export interface PricedGateway {
  /** The variables that connect Easel to it. A picture of `provider-a/image-2` costs €0.04, and those of other models have no price. */
  readonly environment: Record<string, string>;
  close(): Promise<void>;
}

export async function openPricedGateway(): Promise<PricedGateway> {
  const folder = await mkdtemp(join(tmpdir(), "easel-priced-"));
  const log = pino({ level: "silent" });
  const sandbox = await startSandbox({ port: 0, dataDir: folder, speed: 0, media: "tiny", log });
  return {
    environment: {
      IMAGE_BASE_URL: sandbox.url,
      IMAGE_API_KEY: "sk-sandbox-four",
      PRICES: JSON.stringify({ currency: "EUR", models: { "provider-a/image-2": { picture: 4 } } }),
    },
    async close() {
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
