import "@fastify/busboy";
import "eventsource-parser";
import "fastify-type-provider-zod";
import "file-type";
import "mediabunny";
import { Agent } from "undici";
import fastifyMultipart from "@fastify/multipart";
import fastifyStatic from "@fastify/static";
import { drizzle } from "drizzle-orm/postgres-js";
import Fastify from "fastify";
import { pino } from "pino";
import postgres from "postgres";
import { Registry } from "prom-client";
import sharp from "sharp";
import { z } from "zod";
import { collectGarbage, residentBytes } from "../harness/memory.ts";
import { answerWith } from "../harness/part.ts";

/** Protects everything that was started from garbage collection. */
const running: unknown[] = [];

/** Loads the libraries that an idle Easel has loaded, uses each once, and does nothing else. */
answerWith({
  start,
  residentBytes: async () => {
    await collectGarbage();
    return residentBytes();
  },
});

async function start({ databaseUrl }: { readonly databaseUrl: string }): Promise<void> {
  const client = postgres(databaseUrl, { onnotice: () => {} });
  const orm = drizzle(client);
  await Promise.all(Array.from({ length: 10 }, () => client`select pg_sleep(0.1)`));
  const server = Fastify({ loggerInstance: pino({}, pino.destination("/dev/null")) });
  await server.register(fastifyMultipart);
  await server.register(fastifyStatic, { root: import.meta.dirname });
  await server.listen({ host: "127.0.0.1", port: 0 });
  const picture = { create: { width: 8, height: 8, channels: 3, background: "#456" } } as const;
  await sharp(picture).png().toBuffer();
  running.push(orm, server, new Agent(), new Registry(), z.object({ id: z.uuid() }));
}
