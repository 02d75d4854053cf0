import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Stranded } from "../../core/account/keys/key.ts";
import type { Service } from "../../core/job/job.ts";
import { listed } from "./listed.ts";

const Row = z.object({ service: z.enum(["image", "video"]), waiting: z.number() });

/** How many jobs of these services wait for a key that there is none of any more. */
export async function strandedBy(
  queries: Queries,
  organisationId: string,
  services: readonly Service[],
): Promise<readonly Stranded[]> {
  const rows = await queries.execute(sql`
    select service, count(*)::integer as waiting from jobs
    where state = 'waiting' and organisation_id = ${organisationId}::uuid and service in ${listed(services, "text")}
      and not exists (
        select from credentials
        where credentials.organisation_id = jobs.organisation_id and jobs.service = any(services)
          and invalid_at is null and disabled_at is null and removed_at is null
          and (scope = 'organisation' or scope = any(jobs.scopes)))
    group by service order by service`);
  return rows.map((row) => Row.parse(row));
}
