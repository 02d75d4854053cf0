import { pino } from "pino";
import { createSeal } from "../../../src/core/account/keys/seal.ts";
import { askIdentity } from "../../../src/platforms/discord/connect/identity.ts";
import { createDiscordRest } from "../../../src/platforms/discord/connect/web-api.ts";
import { createDiscord, type Discord } from "../../../src/platforms/discord/open.ts";
import { systemClock, type Clock } from "../../../src/lib/clock.ts";
import type { CommandSpec } from "../../../src/command/parse/spec.ts";
import { createOrganisationStore } from "../../../src/db/accounts/organisation-store.ts";
import { createConnectionLease } from "../../../src/platforms/discord/store/connection-lease.ts";
import { connectDatabase, type Database } from "../../../src/db/connection.ts";
import { createDiscordStore } from "../../../src/platforms/discord/store/discord-store.ts";
import type { FakeDiscord } from "../fake-discord/fake-discord.ts";
import type { FakeGuild } from "../fake-discord/world.ts";

const COMMANDS: readonly CommandSpec[] = [
  {
    name: "imagine",
    textOption: "prompt",
    options: [
      { name: "prompt", type: "text", required: true },
      { name: "model", type: "text", suggestions: ["one", "two"] },
      { name: "count", type: "number", min: 1, max: 10 },
      { name: "image", type: "attachments", accept: "image", shown: 4 },
      { name: "mask", type: "attachment", accept: "image" },
    ],
  },
  { name: "easel help", isDefault: true, options: [] },
];

export interface TestPlatform {
  readonly discord: Discord;
  readonly db: Database;
  /** How often Discord has answered that a rate limit is exceeded. */
  rateLimits(): number;
  close(): Promise<void>;
}

/** The adapter alone, not yet started, with its own database and Discord. */
export async function openDiscordPlatform(
  server: FakeDiscord,
  guild: FakeGuild,
  databaseUrl: string,
  options: { readonly clock?: Clock } = {},
): Promise<TestPlatform> {
  const log = pino({ level: process.env["TEST_LOG"] ?? "silent" }, pino.destination(2));
  const db = connectDatabase(databaseUrl, log);
  await createOrganisationStore(db).allow({ platform: "discord", workspace: guild.id, organisation: undefined });
  const addresses = { api: server.apiUrl, cdn: server.cdnUrl };
  const { rest } = createDiscordRest(server.token, addresses);
  const identity = await askIdentity(rest, addresses, systemClock, new AbortController().signal);
  let rateLimits = 0;
  const discord = createDiscord({
    token: server.token,
    addresses,
    identity,
    commands: COMMANDS,
    store: createDiscordStore(db, createSeal("a secret key that is used by tests alone")),
    lease: createConnectionLease(db, { alone: false }),
    onRateLimit: () => void rateLimits++,
    clock: options.clock ?? systemClock,
    random: Math.random,
    log,
  });
  return { discord, db, rateLimits: () => rateLimits, close: () => db.close() };
}
