import { WORKER_EXPIRED_MS } from "../../lib/limits.ts";
import { MIGRATION_LOCK } from "../migrate.ts";
import { CopyError } from "./copy-error.ts";
import { withLongClient } from "./long-client.ts";
import { noteRestored, type RestoredNote } from "./note-restored.ts";
import { settleRestored, type Settled, type SinceTheCopy } from "./settle-restored.ts";
import { LEFT_OUT, PART_OF_THE_PROGRAM, quoted } from "./tables.ts";

/**
 * Makes a database that was restored by other means, such as a snapshot of its server, equivalent to a restored copy: deletes
 * what a copy leaves out, and decides about the jobs that may have been sent since `copiedAt` (`settleRestored`). The database
 * has this Easel's schema.
 *
 * @throws CopyError if Easel runs on it.
 */
export function settleDatabase(
  url: string,
  copiedAt: Date,
  since: SinceTheCopy,
  note?: RestoredNote,
): Promise<Settled> {
  return withLongClient(url, (client) =>
    client.begin(async (transaction) => {
      await transaction`select pg_advisory_xact_lock(${MIGRATION_LOCK})`;
      const alive = await transaction`
        select id from workers where beat > now() - ${WORKER_EXPIRED_MS}::float8 * interval '1 millisecond'`;
      if (alive.length > 0)
        throw new CopyError("Easel runs on this database: stop every process, and restore it again");
      for (const name of Object.keys(LEFT_OUT)) {
        if (name !== PART_OF_THE_PROGRAM) await transaction.unsafe(`delete from ${quoted(name)}`);
      }
      if (note) await noteRestored(transaction, { from: copiedAt, to: note.now }, note.textOf);
      return settleRestored(transaction, copiedAt, since);
    }),
  );
}
