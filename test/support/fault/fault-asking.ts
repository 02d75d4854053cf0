import { randomUUID } from "node:crypto";
import type { Asked } from "./fault-ledger.ts";
import { pause, type Replica } from "./fault-world.ts";

/** How long someone goes on saying the same thing until it is taken. */
const PATIENCE_MS = 60_000;
/** What takes longer than the platforms wait was not acknowledged. */
const ACKNOWLEDGE_MS = 3_000;

export function asking(service: Asked["service"], prompt: string, count = 1): Asked {
  return { id: randomUUID(), prompt, service, count, acknowledged: false };
}

/** Says it once to one process; whether that has taken it. `patienceMs`: how long its answer is waited for. Never rejects. */
export async function sayOnce(asked: Asked, replica: Replica, patienceMs = ACKNOWLEDGE_MS): Promise<boolean> {
  const { service, prompt, count } = asked;
  const text = service === "image" ? `/imagine ${prompt} --count ${count}` : `/video ${prompt} --seconds 2`;
  const body = { id: asked.id, as: "member", locale: "en", channel: "general", text, attachments: [] };
  try {
    const response = await fetch(`${replica.url}/api/messages`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    });
    await response.arrayBuffer();
    if (response.ok) asked.acknowledged = true;
    return response.ok;
  } catch {
    return false;
  }
}

/** Says it again and again, as platforms deliver events, to whatever process serves, until one has taken it. */
export async function sayUntilTaken(asked: Asked, serving: () => Replica, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await sayOnce(asked, serving()))) {
    if (performance.now() > deadline) throw new Error(`nobody takes ${asked.prompt}`);
    await pause(100);
  }
}
