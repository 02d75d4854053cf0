import { z } from "zod";
import type { Config } from "../../config/config.ts";
import { requireFreePort } from "../http/listen.ts";
import { addressesOf } from "../http/addresses.ts";
import { bad, well, type Line } from "./line.ts";

const ANSWER_MS = 5_000;

const Ready = z.object({ status: z.string(), parts: z.record(z.string(), z.string()).default({}) });
/** Matches the summaries of working parts in `/readyz`. */
const WELL = /^(?:up|connected|delivering only|standing by)\b/;

/** Checks the readiness of the Easel that runs at `PORT`. If none runs, checks that the ports are free. */
export async function processLines(config: Config): Promise<Line[]> {
  const answer = await askReadiness(config);
  if (answer === undefined) {
    const { local, outside } = addressesOf(config);
    await requireFreePort(local);
    if (outside) await requireFreePort(outside);
    return [well(`Easel does not run at PORT ${config.port}; the port is free.`)];
  }
  if (answer === "late") {
    return [
      bad(
        `What listens at PORT ${config.port} gave no answer for ${ANSWER_MS / 1_000} s: is it Easel, and is it overloaded?`,
      ),
    ];
  }
  if (answer === "other") {
    return [bad(`What answers at PORT ${config.port} is not Easel: stop it, or set PORT to a free port.`)];
  }
  const { status, parts } = answer;
  const troubled = Object.entries(parts).filter(([, summary]) => !WELL.test(summary));
  return [
    status === "ready" || troubled.length > 0
      ? well(`Easel runs at PORT ${config.port}.`)
      : bad(`Easel runs at PORT ${config.port}, but is not ready: ${status}.`),
    ...troubled.map(([name, summary]) => bad(`Easel reports about ${name}: ${summary}.`)),
  ];
}

async function askReadiness({ host, port }: Config): Promise<z.infer<typeof Ready> | "other" | "late" | undefined> {
  const here = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host;
  let response: Response;
  try {
    response = await fetch(`http://${here}:${port}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
  } catch (error) {
    return error instanceof DOMException && error.name === "TimeoutError" ? "late" : undefined;
  }
  const parsed = Ready.safeParse(await response.json().catch(() => undefined));
  return parsed.success ? parsed.data : "other";
}
