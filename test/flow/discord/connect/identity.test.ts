import { createServer, type Server } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { askIdentity, type DiscordIdentity } from "../../../../src/platforms/discord/connect/identity.ts";
import { createDiscordRest } from "../../../../src/platforms/discord/connect/web-api.ts";
import { systemClock } from "../../../../src/lib/clock.ts";
import { portOf } from "../../../support/process/port.ts";

const BOT = { id: "200000000000000001", username: "easel" };
const APPLICATION = { id: "100000000000000001", flags: 1 << 18 };

let server: Server;
/** What the server answers, by path; anything else doesn't exist. */
let answers: Readonly<Record<string, unknown>>;

beforeEach(async () => {
  server = createServer((request, response) => {
    const found = answers[(request.url ?? "").replace("/api/v10", "")];
    response.writeHead(found === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(found ?? { message: "404: Not Found", code: 0 }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function ask(): Promise<DiscordIdentity> {
  const addresses = { api: `http://127.0.0.1:${portOf(server)}/api` };
  const { rest } = createDiscordRest("token", addresses);
  return askIdentity(rest, addresses, systemClock, new AbortController().signal);
}

it("is that of the application and its bot", async () => {
  answers = { "/applications/@me": { ...APPLICATION, bot: BOT } };
  expect(await ask()).toEqual({ applicationId: APPLICATION.id, userId: BOT.id, name: "easel", messageContent: true });
});

it("is completed by the bot's user if the application doesn't name it", async () => {
  answers = { "/applications/@me": APPLICATION, "/users/@me": BOT };
  expect(await ask()).toEqual({ applicationId: APPLICATION.id, userId: BOT.id, name: "easel", messageContent: true });
});

it("is that of the bot's user where applications can't be asked for", async () => {
  answers = { "/users/@me": BOT };
  expect(await ask()).toEqual({ applicationId: BOT.id, userId: BOT.id, name: "easel", messageContent: false });
});

it("is refused by a server that is not Discord's", async () => {
  answers = {};
  await expect(ask()).rejects.toMatchObject({ variable: "DISCORD_API_URL" });
});
