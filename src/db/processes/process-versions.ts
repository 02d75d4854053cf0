import { z } from "zod";
import type { OtherVersion } from "../../core/account/doctor.ts";
import { WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import { ownProcessVersion, schemaNumber } from "../schema-version.ts";
import { CHAT_EXPIRED_MS } from "./chat-process-store.ts";

/** A SQL expression: the running processes by kind and version, as JSON. `ProcessVersions` parses it. */
export const PROCESSES_BY_VERSION = `(
  select coalesce(json_agg(found), '[]')
  from (
    select kind, version, migrations, functions, count(*)::integer as processes
    from (
      select 'worker' as kind, version, migrations, functions from workers
      where beat > now() - ${WORKER_EXPIRED_MS} * interval '1 millisecond'
      union all
      select 'chat', version, migrations, functions from chat_processes
      where beat > now() - ${CHAT_EXPIRED_MS} * interval '1 millisecond'
        and not exists (select from workers where workers.id = chat_processes.id)
    ) running
    group by kind, version, migrations, functions
    order by kind desc, migrations, functions, version
  ) found)`;

export const ProcessVersions = z.array(
  z.object({
    kind: z.enum(["worker", "chat"]),
    version: z.string().nullable(),
    migrations: z.number().nullable(),
    functions: z.number().nullable(),
    processes: z.number(),
  }),
);
type ProcessVersions = z.infer<typeof ProcessVersions>;

/** How many of the processes only take requests. */
export function countChats(all: ProcessVersions): number {
  return all.reduce((sum, { kind, processes }) => (kind === "chat" ? sum + processes : sum), 0);
}

/**
 * The processes with another schema or version than this one. The schema decides which is newer; with equal schemas, the version.
 */
export async function otherVersions(all: ProcessVersions): Promise<OtherVersion[]> {
  const own = await ownProcessVersion();
  return all.flatMap<OtherVersion>(({ kind, version, migrations, functions, processes }) => {
    if (version === null || migrations === null || functions === null) {
      return [{ kind, version: undefined, isNewer: false, processes }];
    }
    const ahead =
      migrations - own.migrations ||
      functions - own.functions ||
      version.localeCompare(own.version, "en", { numeric: true });
    if (ahead === 0) return [];
    const schema = schemaNumber({ migrations, functions });
    return [{ kind, version: { name: version, schema }, isNewer: ahead > 0, processes }];
  });
}
