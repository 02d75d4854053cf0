import { sql } from "drizzle-orm";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { ownProcessVersion } from "../schema-version.ts";

/** Heartbeat interval of a process that takes requests. Only reports and metrics depend on it. */
export const CHAT_BEAT_MS = 10_000;
/** After three missed beats, it counts as ended. Longer than the 30 s between the beats of earlier versions. */
export const CHAT_EXPIRED_MS = 3 * CHAT_BEAT_MS + 5_000;

/**
 * Processes that take requests, for the doctor and the metrics. Those that also run jobs have the id of their lease as a worker.
 */
export interface ChatProcessStore {
  /** Records that a process is running, and deletes those that were killed. */
  beat(id: string): Promise<void>;
  /** Records that it has ended. */
  leave(id: string): Promise<void>;
}

export function createChatProcessStore(db: Database): ChatProcessStore {
  return {
    async beat(id) {
      const { version, migrations, functions } = await ownProcessVersion();
      await db.run(
        (queries) =>
          queries.execute(sql`
            with ended as (
              delete from chat_processes where beat < now() - ${CHAT_EXPIRED_MS} * interval '1 millisecond' and id <> ${id}::uuid)
            insert into chat_processes (id, version, migrations, functions)
            values (${id}::uuid, ${version}, ${migrations}::integer, ${functions}::integer)
            on conflict (id) do update set beat = now()`),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },
    async leave(id) {
      await db.run((queries) => queries.execute(sql`delete from chat_processes where id = ${id}::uuid`));
    },
  };
}
