import { randomUUID } from "node:crypto";
import { MAX_JOBS_WAITING } from "../../../src/lib/limits.ts";
import { createConsoleClient } from "../console/console-client.ts";
import type { Asked } from "./fault-ledger.ts";
import { pause, type Replica } from "./fault-world.ts";

/** How long a person repeats a request that is not accepted. */
const PATIENCE_MS = 60_000;
/** How long platforms wait. A request that takes longer does not count as acknowledged. */
const ACKNOWLEDGE_MS = 3_000;

export function asking(service: Asked["service"], prompt: string, count = 1): Asked {
  return { id: randomUUID(), prompt, service, count, acknowledged: false };
}

/** Sends it once to one process; returns whether it was accepted. `patienceMs`: how long to wait for the answer. Never rejects. */
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

/**
 * Raises the limit of a member's waiting jobs to the maximum. When processes are killed faster than they finish jobs, more jobs
 * wait than the default limit allows, and further requests would be refused.
 */
export async function liftWaitingBound({ url }: Replica): Promise<void> {
  const text = `/easel-admin organisation limits --waiting ${MAX_JOBS_WAITING}`;
  const admin = createConsoleClient(url, "admin");
  try {
    const { text: told } = await admin.answerTo(text);
    if (!told.includes(String(MAX_JOBS_WAITING))) throw new Error(`the bound was not lifted: ${told}`);
  } finally {
    await admin.close();
  }
}

/** Sends it repeatedly, as platforms deliver events, to any process that accepts requests, until one accepts it. */
export async function sayUntilAccepted(asked: Asked, serving: () => Replica, patienceMs = PATIENCE_MS): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (!(await sayOnce(asked, serving()))) {
    if (performance.now() > deadline) throw new Error(`no process accepts ${asked.prompt}`);
    await pause(100);
  }
}
