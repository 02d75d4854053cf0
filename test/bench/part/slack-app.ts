import { pino } from "pino";
import { createApp, type App } from "../../../src/app/app.ts";
import { readConfig } from "../../../src/config/config.ts";
import { createLog } from "../../../src/lib/log/log.ts";
import { answerWith } from "../harness/part.ts";

export interface SlackAppGiven {
  readonly databaseUrl: string;
  readonly gatewayUrl: string;
  readonly dataDir: string;
  /** The variables that connect it to Slack. */
  readonly environment: Readonly<Record<string, string>>;
}

let app: App | undefined;

answerWith({ start }, async () => {
  await app?.stop();
});

/** Starts Easel in the chat role, which accepts requests and makes nothing. Returns how it is connected to Slack. */
async function start({ databaseUrl, gatewayUrl, dataDir, environment }: SlackAppGiven): Promise<string> {
  const config = readConfig(
    {
      ROLE: "chat",
      PORT: "0",
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET_KEY: "a secret key that is used by benches alone",
      IMAGE_BASE_URL: gatewayUrl,
      IMAGE_API_KEY: "sk-sandbox",
      ...environment,
    },
    dataDir,
  );
  app = await createApp(config, createLog("info", pino.destination("/dev/null")), new AbortController().signal);
  return app.ready.platforms.slack?.how ?? "";
}
