import type { Queries } from "../queries.ts";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Stranded } from "../../core/account/keys/key.ts";
import type { Service } from "../../core/job/job.ts";
import { listed } from "./sql-arrays.ts";

const Row = z.object({ service: z.enum(["image", "video"]), waiting: z.number() });

/** Counts jobs of these services that wait for a key although none is left. */
export async function abandonedBy(
  queries: Queries,
  organisationId: string,
  services: readonly Service[],
): Promise<readonly Stranded[]> {
  const rows = await queries.execute(sql`
    select service, count(*)::integer as waiting from jobs
    where indexed_as = 'waiting' and organisation_id = ${organisationId}::uuid and service in ${listed(services, "text")}
      and not exists (
        select from credentials
        where credentials.organisation_id = jobs.organisation_id and jobs.service = any(services)
          and invalid_at is null and not jobs.service = any(refused_by) and disabled_at is null and removed_at is null
          and (scope = 'organisation' or scope = any(jobs.scopes)))
    group by service order by service`);
  return rows.map((row) => Row.parse(row));
}
