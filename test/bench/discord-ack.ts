import { join } from "node:path";
import postgres from "postgres";
import { discordEnvironment } from "../support/discord/discord-easel.ts";
import { postsIn } from "../support/fake-discord/fake-discord.ts";
import type { Bench } from "./harness/bench.ts";
import { batchesClosed, createDatabase } from "./database.ts";
import { acknowledged, acknowledgements, openChat } from "./discord-chat.ts";
import { startPart } from "./harness/part.ts";
import type { AppGiven } from "./part/whole-app.ts";
import { startSandboxProcess } from "./sandbox-process.ts";

const WARM_UP = 100;
const SAMPLES = 400;
/** How often to check whether the previous request is done, so that each one finds Easel idle. */
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
      environment: discordEnvironment(here.discord, here.guild),
    };
    await app.ask<string>("start", given);
    await bare.ask("start", {
      databaseUrl: floorDatabase,
      token: there.discord.token,
      apiUrl: there.discord.apiUrl,
    });
    // People pick commands that are registered. The floor registers none itself.
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
    return {
      figures: acknowledgements("interaction on the wire to callback request", { acks, floors }),
      notes: [
        `${SAMPLES} /imagine, one at a time, to a Discord in the measuring process; the aim is the floor + 1 and + 25 ms.`,
      ],
    };
  },
};
