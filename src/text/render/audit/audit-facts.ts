import { z } from "zod";
import { PLATFORM_NAMES } from "../../../core/chat/conversation.ts";
import { QuotaUnit, SPANS } from "../../../core/account/quota/quota.ts";

const words = z.string().optional().catch(undefined);
const count = z.number().optional().catch(undefined);
const list = z.array(z.string()).optional().catch(undefined);
const flag = z.boolean().optional().catch(undefined);

/**
 * The state that the audit keeps before and after an action of any kind. Rows are as old as the organisation, so every field is
 * optional. Rules of scopes (`policy.set`) are kept as `PolicySettings` instead.
 */
export const AuditFacts = z
  .object({
    name: words,
    /** Keys: the visible part of the secret, the owner (`encodeScope`), and the key's state. */
    masked: words,
    scope: words,
    services: z
      .array(z.enum(["image", "video"]))
      .optional()
      .catch(undefined),
    /** Pictures; for all jobs if the next field is missing. */
    concurrency: count,
    clipConcurrency: count,
    /** Slots that jobs with an unknown outcome held. */
    unknownSlots: count,
    disabled: flag,
    refused: flag,
    /** The services that refused a key which others still use. */
    refusedBy: z
      .array(z.enum(["image", "video"]))
      .optional()
      .catch(undefined),
    spentUntil: z.coerce.date().optional().catch(undefined),
    /** Quotas. */
    unit: QuotaUnit.optional().catch(undefined),
    span: z.enum(SPANS).optional().catch(undefined),
    amount: count,
    granted: count,
    /** Requests. */
    requester: words,
    requesterName: words,
    model: words,
    cost: count,
    reasons: list,
    /** Why an admin declined a request, in the admin's words. */
    why: words,
    /** Recoveries: the number of requests and people, the sums, the hours, and the error code. */
    requests: count,
    people: count,
    images: count,
    seconds: count,
    hours: count,
    code: words,
    /** Groups: a `Subject`, its name, and all members. */
    group: words,
    member: words,
    members: list,
    /** The admin who had paused it. */
    by: words,
    /** Workspaces (`encodeWorkspace`) and their settings. */
    workspace: words,
    own: flag,
    timeZone: words,
    adminChannel: words,
    budget: z.object({ currency: z.string(), digits: z.number(), amount: z.number() }).optional().catch(undefined),
    /** People. */
    account: words,
    identity: z
      .object({ platform: z.enum(PLATFORM_NAMES) })
      .optional()
      .catch(undefined),
  })
  .catch({});
export type AuditFacts = z.infer<typeof AuditFacts>;
