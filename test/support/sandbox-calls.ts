import { z } from "zod";

const Call = z.object({
  method: z.string(),
  path: z.string(),
  headers: z.record(z.string(), z.unknown()),
  body: z.unknown(),
  status: z.number().nullish(),
});

export interface CreateCall {
  readonly idempotencyKey: string;
  readonly body: string;
  readonly status: number | undefined;
}

/** Every create that the sandbox at this address has seen, in order. */
export async function createsAt(sandboxUrl: string): Promise<CreateCall[]> {
  const response = await fetch(`${sandboxUrl}/sandbox/calls`);
  const calls = z.array(Call).parse(await response.json());
  return calls
    .filter((call) => call.method === "POST" && call.path.startsWith("/api/v1/images/"))
    .map((call) => ({
      idempotencyKey: String(call.headers["idempotency-key"]),
      body: typeof call.body === "string" ? call.body : JSON.stringify(call.body),
      status: call.status ?? undefined,
    }));
}
