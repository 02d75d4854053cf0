import { randomUUID } from "node:crypto";
import type { Dispatcher } from "undici";

const TRIES = 5;

/**
 * Sends a message to the Console, and resolves when it is acknowledged, which means that its request is committed. Like the page,
 * sends it again with the same id if Easel was too busy to accept it.
 */
export async function say(
  console: Dispatcher,
  url: string,
  text: string,
  as: "admin" | "member" = "member",
): Promise<void> {
  const { origin } = new URL(url);
  const message = { id: randomUUID(), as, locale: "en", channel: "general", text, attachments: [] };
  for (let attempt = 1; ; attempt++) {
    const answer = await console.request({
      origin,
      path: "/api/messages",
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(message),
    });
    const said = await answer.body.text();
    if (answer.statusCode === 200) return;
    if (answer.statusCode !== 503 || attempt === TRIES) {
      throw new Error(`the Console answered ${answer.statusCode}: ${said}`);
    }
  }
}
