import { z } from "zod";
import type { OtherVersion } from "../../core/account/doctor.ts";
import { WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import { knownSchema, ownVersion, schemaNumber } from "../schema-version.ts";

/** The running workers by version, as JSON: an expression of SQL. `WorkerVersions` parses it. */
export const WORKERS_BY_VERSION = `(
  select coalesce(json_agg(found), '[]')
  from (
    select version, migrations, functions, count(*)::integer as processes from workers
    where beat > now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond'
    group by version, migrations, functions
    order by migrations, functions, version
  ) found)`;

export const WorkerVersions = z.array(
  z.object({
    version: z.string().nullable(),
    migrations: z.number().nullable(),
    functions: z.number().nullable(),
    processes: z.number(),
  }),
);

/** What a worker says of itself when it registers. */
export async function ownWorkerVersion(): Promise<{ version: string; migrations: number; functions: number }> {
  return { version: await ownVersion(), ...(await knownSchema()) };
}

/** Those that work with another schema than this process. */
export async function otherVersions(all: z.infer<typeof WorkerVersions>): Promise<OtherVersion[]> {
  const own = await knownSchema();
  return all.flatMap<OtherVersion>(({ version, migrations, functions, processes }) => {
    if (version === null || migrations === null || functions === null) {
      return [{ version: undefined, isNewer: false, processes }];
    }
    const ahead = migrations - own.migrations || functions - own.functions;
    if (ahead === 0) return [];
    const schema = schemaNumber({ migrations, functions });
    return [{ version: { name: version, schema }, isNewer: ahead > 0, processes }];
  });
}
