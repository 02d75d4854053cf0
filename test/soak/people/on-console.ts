import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { MAX_CONSOLE_CHANNELS, MAX_JOBS_WAITING } from "../../../src/lib/limits.ts";
import { createConsoleClient } from "../../support/console/console-client.ts";
import { ACKNOWLEDGE_MS, commandOf, countEach, type SoakPlatform } from "./soak-platform.ts";

/** How long a page repeats a message that was not accepted. */
const REPEATED_MS = 60_000;
const REPEAT_MS = 500;

/**
 * The member in each of several channels. Like the page, they send a message that was not accepted again with the same id, to the
 * next process. `consoles`: the addresses of the processes that accept requests.
 */
export async function peopleInConsole(
  sql: postgres.Sql,
  consoles: () => readonly string[],
  channels: number,
): Promise<SoakPlatform> {
  const ids = Array.from({ length: channels }, (_, index) => `studio-${index + 1}`);
  const asked = new Map<string, string>();
  let turn = 0;
  await liftBounds(consoles()[0] ?? "");
  for (const id of ids) await send(`${consoles()[0]}/api/channels`, { id, as: "member", locale: "en" }, 30_000);
  return {
    name: "console",
    channels,
    async ask(channel, wanted) {
      const id = randomUUID();
      asked.set(wanted.prompt, id);
      const { name, text } = commandOf(wanted);
      const message = {
        id,
        as: "member",
        locale: "en",
        channel: ids[channel],
        text: `/${name} ${text}`,
        attachments: [],
      };
      const began = performance.now();
      do {
        const all = consoles();
        const sent = performance.now();
        const url = all[turn++ % Math.max(1, all.length)];
        const isTaken = await send(`${url}/api/messages`, message, ACKNOWLEDGE_MS).then(
          () => true,
          () => false,
        );
        // The page shows immediately that a process is gone, so only the successful attempt is timed.
        if (isTaken) return performance.now() - sent;
        await new Promise((resolve) => {
          setTimeout(resolve, REPEAT_MS);
        });
      } while (performance.now() - began < REPEATED_MS);
      return undefined;
    },
    async look() {
      const rows = await sql<{ replyTo: string | null; isNotice: boolean; prompts: string[] }[]>`
        select reply_to as "replyTo", content->'progress' is not null as "isNotice",
          array(select file->>'description' from jsonb_array_elements(content->'files') file) as prompts
        from console_messages where author = 'easel' and not removed`;
      const shown = countEach(rows.flatMap(({ prompts }) => prompts));
      const answered = new Set(rows.map(({ replyTo }) => replyTo));
      return {
        shown: (prompt) => shown.get(prompt) ?? 0,
        told: (prompt) => answered.has(asked.get(prompt) ?? ""),
        noticesLeft: rows.filter(({ isNotice }) => isNotice).length,
      };
    },
  };
}

/** One member asks in all channels here, so an admin raises the limits. */
async function liftBounds(url: string): Promise<void> {
  const text = `/easel-admin organisation limits --waiting ${MAX_JOBS_WAITING} --channels ${MAX_CONSOLE_CHANNELS}`;
  const admin = createConsoleClient(url, "admin");
  try {
    const { text: told } = await admin.answerTo(text);
    if (!/1,?000/.test(told)) throw new Error(`the bounds were not lifted: ${told}`);
  } finally {
    await admin.close();
  }
}

async function send(url: string, body: unknown, ms: number): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(ms),
  });
  const said = await response.text();
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${said}`);
}
