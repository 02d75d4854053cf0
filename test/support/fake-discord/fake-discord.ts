import type { AddressInfo } from "node:net";
import { createGateway, type Gateway } from "./gateway.ts";
import type { RegisteredCommand } from "./command-schema.ts";
import type { ConnectionCut, DiscordFailure } from "./failure.ts";
import { createInteractions, type Interactions } from "./interactions.ts";
import { createMessages, type Messages } from "./messages.ts";
import { createPerson, type Person } from "./person.ts";
import { createRateLimits, type RateLimits } from "./rate-limits.ts";
import { renderFile } from "./render.ts";
import { createRoutes } from "./routes.ts";
import { createServer, type LedgerEntry, type Outage } from "./server.ts";
import { createWorld, type FakeChannel, type FakeFile, type FakeMessage, type FakeUser, type World } from "./world.ts";

/** A local Discord: gateway, REST API and CDN, with people who use it. */
export interface FakeDiscord {
  readonly url: string;
  readonly apiUrl: string;
  readonly cdnUrl: string;
  readonly token: string;
  readonly world: World;
  readonly messages: Messages;
  readonly interactions: Interactions;
  readonly gateway: Gateway;
  readonly limits: RateLimits;
  /** Every API call, in order. */
  readonly ledger: readonly LedgerEntry[];
  /** The registered commands, and how often they were registered. */
  commands(): readonly RegisteredCommand[];
  registrations(): number;
  /** Sets the registered commands directly. */
  register(commands: readonly RegisteredCommand[]): void;
  as(user: FakeUser, channel: FakeChannel): Person;
  /** A file's address at the CDN. */
  fileUrl(file: FakeFile): string;
  /** Advances the clock of this Discord only. */
  advance(ms: number): void;
  /** Waits until `look` returns something, checking after each answered API call. */
  until<T>(what: string, look: () => T | undefined, ms?: number): Promise<T>;
  /** Makes the next calls to a route fail or wait. */
  interrupt(fault: Fault): void;
  /** Clears all faults. */
  forgive(): void;
  grantMessageContent(): void;
  /** Takes the whole service down, including its gateway, or brings it back. */
  goAway(outage: Outage | undefined): void;
  /** Resets the token as in the portal: ends its sessions and refuses it, or accepts it again. */
  revoke(revoked: boolean): void;
  close(): Promise<void>;
}

export interface Fault {
  readonly method: string;
  readonly route: string;
  readonly times?: number;
  /** Fails after the call has taken effect, so that the client does not learn about it. By default, before. */
  readonly after?: true;
  readonly failure?: DiscordFailure | ConnectionCut;
  readonly hold?: Promise<void>;
}

const MESSAGE_CONTENT = 1 << 15;
const MIB = 1024 * 1024;

export async function startFakeDiscord(): Promise<FakeDiscord> {
  let passed = 0;
  const now = (): number => Date.now() + passed;
  const world = createWorld(now);
  const token = `${Buffer.from(world.bot.id).toString("base64url")}.AAAAAA.${"s".repeat(38)}`;
  const ledger: LedgerEntry[] = [];
  const faults: (Fault & { left: number })[] = [];
  const waiting = new Set<() => void>();
  let granted = 0;
  let registered: readonly RegisteredCommand[] = [];
  let registrations = 0;
  let address = "";
  let outage: Outage | undefined;
  let isRevoked = false;
  const goodToken = (): string => (isRevoked ? "the next one" : token);

  const changed = (): void => waiting.forEach((look) => look());
  const strike = async (entry: LedgerEntry, after: boolean): Promise<void> => {
    const fault = faults.find(
      (one) =>
        one.left > 0 && one.method === entry.method && one.route === entry.route && (one.after ?? false) === after,
    );
    if (!fault) return;
    fault.left--;
    await fault.hold;
    if (fault.failure) throw fault.failure;
  };
  const messages = createMessages(world, changed);
  const interactions = createInteractions(world, messages);
  const limits = createRateLimits();
  const render = { world, cdnUrl: () => address };
  const routes = createRoutes({
    ...render,
    messages,
    interactions,
    gatewayUrl: () => address.replace("http", "ws"),
    contentIntent: () => (granted & MESSAGE_CONTENT) !== 0,
    registered(commands) {
      registered = commands;
      registrations++;
    },
  });
  const server = createServer(routes, {
    token: goodToken,
    outage: () => outage,
    now,
    ledger,
    limits,
    before: (entry) => strike(entry, false),
    after: (entry) => strike(entry, true),
  });
  server.addHook("onResponse", async () => changed());
  for (const folder of ["attachments", "ephemeral-attachments"]) {
    server.get(`/${folder}/:channel/:id/:name`, async (request, reply) => {
      const { id } = Object(request.params);
      const file = world.files.get(String(id));
      if (!file || !request.url.includes("hm=")) return reply.code(404).send("This content is no longer available.");
      return reply.type(file.contentType ?? "application/octet-stream").send(file.content);
    });
  }
  const gateway = createGateway(server.server, {
    world,
    token: goodToken,
    url: () => address.replace("http", "ws"),
    granted: () => granted,
  });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const bound: AddressInfo | string | null = server.server.address();
  if (bound === null || typeof bound === "string") throw new Error("the server has no port");
  address = `http://127.0.0.1:${bound.port}`;

  return {
    url: address,
    apiUrl: `${address}/api`,
    cdnUrl: address,
    token,
    world,
    messages,
    interactions,
    gateway,
    limits,
    ledger,
    commands: () => registered,
    registrations: () => registrations,
    register(commands) {
      registered = commands;
    },
    as: (user, channel) =>
      createPerson(user, channel, {
        ...render,
        messages,
        interactions,
        gateway,
        commands: () => registered,
        attachmentSizeLimit: 10 * MIB,
      }),
    fileUrl: (file) => String(renderFile(file, render)["url"]),
    advance(ms) {
      passed += ms;
    },
    async until(what, look, ms = 45_000) {
      const deadline = Date.now() + ms;
      for (;;) {
        const found = look();
        if (found !== undefined) return found;
        if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
        await new Promise<void>((resolve) => {
          const done = (): void => {
            clearTimeout(timer);
            waiting.delete(done);
            resolve();
          };
          const timer = setTimeout(done, deadline - Date.now() + 1);
          waiting.add(done);
        });
      }
    },
    interrupt: (fault) => void faults.push({ ...fault, left: fault.times ?? 1 }),
    forgive: () => void faults.splice(0),
    grantMessageContent() {
      granted |= MESSAGE_CONTENT;
    },
    goAway(how) {
      outage = how;
      gateway.goAway(how !== undefined);
    },
    revoke(revoked) {
      isRevoked = revoked;
      if (revoked) gateway.closeAll(4004);
    },
    async close() {
      await gateway.close();
      await server.close();
    },
  };
}

/** The bot's public messages in a channel, oldest first. */
export function postsIn(channel: FakeChannel): FakeMessage[] {
  return [...channel.messages.values()].filter((message) => message.author.bot && message.visibleTo === undefined);
}
