import { and, eq } from "drizzle-orm";
import type { FittingStore } from "../../core/delivery/delivery-store.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { orUndefined } from "../rows.ts";
import { fittings } from "../schema/media.ts";

/** Smaller versions of files, on PostgreSQL. */
export function createFittingStore(db: Database): FittingStore {
  return {
    async fitting(hash, maxBytes) {
      const [row] = await db.run(
        (queries) =>
          queries
            .select()
            .from(fittings)
            .where(and(eq(fittings.hash, hash), eq(fittings.maxBytes, maxBytes))),
        DATABASE_BACKGROUND_CALL_MS,
      );
      if (!row) return undefined;
      const { fittedHash, bytes, mimeType, width, height } = row;
      if (fittedHash === null || bytes === null || mimeType === null) return { fitted: undefined };
      return {
        fitted: { hash: fittedHash, bytes, mimeType, width: orUndefined(width), height: orUndefined(height) },
      };
    },

    async keepFitting(hash, maxBytes, fitted) {
      const values = {
        fittedHash: fitted?.hash ?? null,
        bytes: fitted?.bytes ?? null,
        mimeType: fitted?.mimeType ?? null,
        width: fitted?.width ?? null,
        height: fitted?.height ?? null,
      };
      await db.run(
        (queries) =>
          queries
            .insert(fittings)
            .values({ hash, maxBytes, ...values })
            .onConflictDoUpdate({ target: [fittings.hash, fittings.maxBytes], set: values }),
        DATABASE_BACKGROUND_CALL_MS,
      );
    },
  };
}
