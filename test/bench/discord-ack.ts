import { join } from "node:path";
import postgres from "postgres";
import { postsIn, startFakeDiscord, type FakeDiscord } from "../support/fake-discord/fake-discord.ts";
import type { Person } from "../support/fake-discord/person.ts";
import { atMost, type Bench } from "./bench.ts";
import { batchesClosed, createDatabase } from "./database.ts";
import { startPart } from "./part.ts";
import type { AppGiven } from "./part/whole-app.ts";
import { startSandboxProcess } from "./sandbox-process.ts";
import { quantile } from "./statistics.ts";

const WARM_UP = 30;
const SAMPLES = 200;
/** Idle means that nothing of the last one is under way any more. */
const LOOK_MS = 5;

export const discordAck: Bench = {
  name: "discord-ack",
  floor: "a bare discord.js handler that commits one row and defers; between the samples, in a process of its own",
  async run({ folder, server }) {
    await using stack = new AsyncDisposableStack();
    const { url } = await server();
    const [databaseUrl, floorDatabase] = [
      await createDatabase(url, "discord_ack"),
      await createDatabase(url, "discord_ack_floor"),
    ];
    const sandbox = stack.adopt(await startSandboxProcess(folder, "discord-sandbox"), (it) => it.stop());
    const [here, there] = [await openChat(stack), await openChat(stack)];
    const app = stack.adopt(startPart("whole-app"), (it) => it.stop());
    const bare = stack.adopt(startPart("bare-discord"), (it) => it.stop());
    const sql = stack.adopt(postgres(databaseUrl, { max: 1, onnotice: () => {} }), (it) => it.end());
    const given: AppGiven = {
      databaseUrl,
      gatewayUrl: sandbox.url,
      dataDir: join(folder, "discord"),
      timed: false,
      environment: {
        DISCORD_TOKEN: here.discord.token,
        DISCORD_API_URL: here.discord.apiUrl,
        DISCORD_CDN_URL: here.discord.cdnUrl,
        ALLOWED_WORKSPACES: `discord:${here.person.channel.guild?.id ?? ""}`,
      },
    };
    await app.ask<string>("start", given);
    await bare.ask("start", {
      databaseUrl: floorDatabase,
      token: there.discord.token,
      apiUrl: there.discord.apiUrl,
    });
    // What people may pick is what Easel registered.
    there.discord.register(here.discord.commands());
    const [acks, floors]: [number[], number[]] = [[], []];
    for (let sample = 1; sample <= WARM_UP + SAMPLES; sample++) {
      const ack = await acknowledged(here);
      await batchesClosed(sql, sample, LOOK_MS);
      const floor = await acknowledged(there);
      if (sample <= WARM_UP) continue;
      acks.push(ack);
      floors.push(floor);
    }
    const results = postsIn(here.person.channel).filter(({ attachments }) => attachments.length > 0).length;
    if (results !== WARM_UP + SAMPLES) throw new Error(`${results} results for ${WARM_UP + SAMPLES} requests`);
    const both = (share: number, over: number) => {
      const floor = quantile(floors, share);
      return { unit: "ms" as const, value: quantile(acks, share), floor, aims: [atMost(floor + over)] };
    };
    return {
      figures: [
        { what: "interaction on the wire to callback request, p50", ...both(0.5, 1) },
        { what: "interaction on the wire to callback request, p99", ...both(0.99, 25) },
      ],
      notes: [
        `${SAMPLES} /imagine, one at a time, to a Discord in the measuring process; the aim is the floor + 1 and + 25 ms.`,
      ],
    };
  },
};

interface Chat {
  readonly discord: FakeDiscord;
  readonly person: Person;
}

async function openChat(stack: AsyncDisposableStack): Promise<Chat> {
  const discord = stack.adopt(await startFakeDiscord(), (it) => it.close());
  const guild = discord.world.addGuild("Studio");
  const max = discord.world.addUser("Max");
  discord.world.addMember(guild, max);
  return { discord, person: discord.as(max, discord.world.addChannel(guild, "general")) };
}

/** Milliseconds until the answer to one command is here. */
async function acknowledged({ person }: Chat): Promise<number> {
  const began = performance.now();
  await person.command("imagine", { prompt: "a lighthouse at dusk" }).answered;
  return performance.now() - began;
}
