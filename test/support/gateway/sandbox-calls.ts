import { z } from "zod";
import type { FaultRequest } from "../../../src/sandbox/errors/fault.ts";

const Call = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.unknown()),
  body: z.unknown(),
  status: z.number().nullish(),
});

/** Secrets of sandboxes whose control routes need one. */
const SECRETS = new Map<string, string>();

/** Lets these functions call a sandbox that needs a secret. */
export function rememberSecret(sandboxUrl: string, secret: string): void {
  SECRETS.set(sandboxUrl, secret);
}

function controlHeaders(sandboxUrl: string): Record<string, string> {
  const secret = SECRETS.get(sandboxUrl);
  return { "content-type": "application/json", ...(secret ? { authorization: `Bearer ${secret}` } : {}) };
}

export interface CreateCall {
  readonly idempotencyKey: string;
  readonly body: string;
  readonly status: number | undefined;
}

/** Every picture create that the sandbox at this address has received, in order. */
export function createsAt(sandboxUrl: string): Promise<CreateCall[]> {
  return callsTo(sandboxUrl, (path) => path.startsWith("/api/v1/images/"));
}

/** Advances the clock of the sandbox at this address. */
export async function advanceGateway(sandboxUrl: string, advanceSeconds: number): Promise<void> {
  const response = await fetch(`${sandboxUrl}/sandbox/clock`, {
    method: "POST",
    headers: controlHeaders(sandboxUrl),
    body: JSON.stringify({ advanceSeconds }),
  });
  if (!response.ok) throw new Error(`the sandbox did not advance its clock: ${await response.text()}`);
}

/** Injects a fault into the sandbox at this address; see `sandbox/fault.ts`. */
export async function addFault(sandboxUrl: string, fault: z.input<typeof FaultRequest>): Promise<void> {
  const response = await fetch(`${sandboxUrl}/sandbox/faults`, {
    method: "POST",
    headers: controlHeaders(sandboxUrl),
    body: JSON.stringify(fault),
  });
  if (!response.ok) throw new Error(`the sandbox refuses this fault: ${await response.text()}`);
}

/** Every clip create whose body contains this text. */
export async function videoCreatesAt(sandboxUrl: string, text: string): Promise<CreateCall[]> {
  const creates = await callsTo(sandboxUrl, (path) => path === "/v1/videos");
  return creates.filter((call) => call.body.includes(text));
}

async function callsTo(sandboxUrl: string, isCreate: (path: string) => boolean): Promise<CreateCall[]> {
  const response = await fetch(`${sandboxUrl}/sandbox/calls`, { headers: controlHeaders(sandboxUrl) });
  const calls = z.array(Call).parse(await response.json());
  return calls
    .filter((call) => call.method === "POST" && isCreate(call.path))
    .map((call) => ({
      idempotencyKey: String(call.headers["idempotency-key"]),
      body: typeof call.body === "string" ? call.body : JSON.stringify(call.body),
      status: call.status ?? undefined,
    }));
}
