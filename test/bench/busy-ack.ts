import { join } from "node:path";
import postgres from "postgres";
import { discordEnvironment } from "../support/discord/discord-easel.ts";
import { postsIn } from "../support/fake-discord/fake-discord.ts";
import type { Bench } from "./harness/bench.ts";
import { batchesClosed, createDatabase } from "./database.ts";
import { acknowledged, acknowledgements, openChat, type Chat, type Taken } from "./discord-chat.ts";
import { startPart } from "./harness/part.ts";
import type { AppGiven } from "./part/whole-app.ts";
import { addRunningVideos } from "./running-videos.ts";
import { startSandboxProcess } from "./sandbox-process.ts";
import { until } from "./harness/until.ts";

const JOBS = 500;
/** Below the server's limit, above which a clip would be linked. */
const CLIP_BYTES = 100_000_000;
const WARM_UP = 100;
const SAMPLES = 200;
const LOOK_MS = 5;
const PROMPT = "waves at dusk";

export const busyAck: Bench = {
  name: "busy-ack",
  floor: "a bare discord.js handler that commits one row and defers; between the samples, in a process of its own",
  async run({ folder, server }) {
    await using stack = new AsyncDisposableStack();
    const { url } = await server();
    const databaseUrl = await createDatabase(url, "busy_ack");
    const floorDatabase = await createDatabase(url, "busy_ack_floor");
    const sandbox = stack.adopt(await startSandboxProcess(folder, "busy-sandbox"), (it) => it.stop());
    const gateway = stack.adopt(startPart("large-clip-gateway"), (it) => it.stop());
    const gatewayUrl = await gateway.ask<string>("listen", { bytes: CLIP_BYTES });
    const [here, there] = [await openChat(stack), await openChat(stack)];
    const app = stack.adopt(startPart("whole-app"), (it) => it.stop());
    const bare = stack.adopt(startPart("bare-discord"), (it) => it.stop());
    const sql = stack.adopt(postgres(databaseUrl, { max: 1, onnotice: () => {} }), (it) => it.end());
    const given: AppGiven = {
      databaseUrl,
      gatewayUrl,
      dataDir: join(folder, "busy"),
      timed: false,
      video: true,
      environment: {
        ...discordEnvironment(here.discord, here.guild),
        IMAGE_BASE_URL: sandbox.url,
        IMAGE_API_KEY: "sk-sandbox",
      },
    };
    await app.ask<string>("start", given);
    const { discord } = there;
    await bare.ask("start", { databaseUrl: floorDatabase, token: discord.token, apiUrl: discord.apiUrl });
    discord.register(here.discord.commands());
    let asked = 0;
    const take = async (samples: number, idleMs?: number): Promise<Taken> => {
      const taken: Taken = { acks: [], floors: [] };
      for (let sample = 0; sample < samples; sample++) {
        taken.acks.push(await acknowledged(here));
        asked++;
        if (idleMs !== undefined) await batchesClosed(sql, asked, idleMs);
        taken.floors.push(await acknowledged(there));
      }
      return taken;
    };
    await take(WARM_UP, LOOK_MS);

    const [worker] = await sql<{ id: string }[]>`select id from workers`;
    await addRunningVideos(sql, { jobs: JOBS, workerId: worker?.id ?? "", baseUrl: gatewayUrl });
    await until(async () => (await gateway.ask<number>("watched")) >= JOBS);

    const over = new AbortController();
    const uploading = uploadUntil(over.signal, here);
    const apart = await take(SAMPLES, LOOK_MS);
    const close = await take(SAMPLES);
    over.abort();
    const uploads = await uploading;
    return {
      figures: [
        ...acknowledgements("interaction to callback request, 500 jobs and an upload under way", apart),
        ...acknowledgements("the same, while the previous requests are made", close, false),
      ],
      notes: [
        `Twice ${SAMPLES} /imagine: one at a time, then back to back. Meanwhile ${JOBS} clips were watched, and ${uploads} clips of`,
        "100 MB were fetched and posted. The fake Discord, which receives them, is in the measuring process.",
      ],
    };
  },
};

/** Requests large clips, one at a time, until `over` is aborted. Returns how many were posted. */
async function uploadUntil(over: AbortSignal, { discord, person }: Chat): Promise<number> {
  let uploads = 0;
  while (!over.aborted) {
    const prompt = `${PROMPT} ${++uploads}`;
    await person.command("video", { prompt }).answered;
    await discord.until(
      "the clip",
      () => postsIn(person.channel).find((post) => post.attachments.some(({ description }) => description === prompt)),
      120_000,
    );
  }
  return uploads;
}
