import { randomUUID } from "node:crypto";
import type { Dispatcher } from "undici";

/** Writes a message in the Console as the member, and resolves when it is acknowledged, so its request is committed. */
export async function say(console: Dispatcher, url: string, text: string): Promise<void> {
  const { origin } = new URL(url);
  const answer = await console.request({
    origin,
    path: "/api/messages",
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ id: randomUUID(), as: "member", locale: "en", channel: "general", text, attachments: [] }),
  });
  const said = await answer.body.text();
  if (answer.statusCode !== 200) throw new Error(`the Console answered ${answer.statusCode}: ${said}`);
}
