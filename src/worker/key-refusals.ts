import { meaningOf } from "../core/job/gateway-faults.ts";
import type { CreateOutcome } from "../core/job/remote.ts";
import type { Job } from "../core/job/job-store.ts";
import { SPENT_KEY_REST_MS } from "../lib/limits.ts";
import type { Logger } from "../lib/log/log.ts";
import type { CredentialStore } from "../core/account/keys/credential-store.ts";
import type { KeyStore } from "../core/account/keys/key-store.ts";

export interface KeyRefusalsContext {
  readonly credentials: Pick<CredentialStore, "hasFreshCredential">;
  readonly keys: Pick<KeyStore, "refused" | "spent">;
  readonly refusedText: Parameters<KeyStore["refused"]>[3];
  readonly log: Logger;
}

/**
 * Handles a refused create for the key that was used. A key that the service rejects is no longer used there, and admins are
 * notified. A key whose cap or balance is used up rests for both services. `retry`: another key may still serve the job, so it
 * goes back to waiting.
 */
export function createKeyRefusals({ credentials, keys, refusedText, log }: KeyRefusalsContext) {
  return async (job: Job, outcome: Extract<CreateOutcome, { kind: "refused" }>): Promise<{ retry: boolean }> => {
    const about = meaningOf(outcome.fault).aboutKey;
    if (about === undefined || job.credentialId === undefined) return { retry: false };
    if (about === "invalid") await keys.refused(job.credentialId, job.service, job.batchId, refusedText);
    else await keys.spent(job.credentialId, SPENT_KEY_REST_MS);
    log.error(
      { credential: job.credentialId, about, code: outcome.fault.code },
      "key no longer used: the gateway refused it",
    );
    return { retry: await credentials.hasFreshCredential(job.id) };
  };
}
