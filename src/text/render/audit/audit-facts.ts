import { z } from "zod";
import { SPANS, UNITS } from "../../../core/account/quota/quota.ts";

const words = z.string().optional().catch(undefined);
const count = z.number().optional().catch(undefined);
const list = z.array(z.string()).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

/**
 * What the audit keeps before and after an act, whichever it is: rows are as old as the organisation, so each may lack any of it.
 * Rules of scopes (`policy.set`) are kept as `PolicySettings` instead.
 */
export const AuditFacts = z
  .object({
    name: words,
    /** Of keys: what may be shown of the secret, whose it is (`encodeScope`), and how it was. */
    masked: words,
    scope: words,
    services: z
      .array(z.enum(["image", "video"]))
      .optional()
      .catch(undefined),
    /** Of pictures; without the next one of all jobs. */
    concurrency: count,
    clipConcurrency: count,
    /** Slots that jobs with an unknown outcome held. */
    unknownSlots: count,
    disabled: flag,
    refused: flag,
    spentUntil: z.coerce.date().optional().catch(undefined),
    /** Of quotas. */
    unit: z.enum(UNITS).optional().catch(undefined),
    span: z.enum(SPANS).optional().catch(undefined),
    amount: count,
    granted: count,
    /** Of requests. */
    requester: words,
    requesterName: words,
    model: words,
    cost: count,
    reasons: list,
    /** Of what was declined, in the admin's words. */
    why: words,
    /** Of groups: a `Subject`, what it was called, and all that there were. */
    group: words,
    member: words,
    members: list,
    /** Who had paused it. */
    by: words,
    /** Of workspaces (`encodeWorkspace`) and their settings. */
    workspace: words,
    own: flag,
    timeZone: words,
    adminChannel: words,
    /** Of people. */
    account: words,
    identity: z
      .object({ platform: z.enum(["discord", "slack", "console"]) })
      .optional()
      .catch(undefined),
  })
  .catch({});
export type AuditFacts = z.infer<typeof AuditFacts>;
