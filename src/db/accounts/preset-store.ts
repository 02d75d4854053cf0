import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import type { PresetStore } from "../../core/account/presets.ts";
import { decodeScope, encodeScope } from "../../core/account/policy/scope.ts";
import { MAX_PRESETS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { lockPresets } from "./merge-presets.ts";
import { presets } from "../schema/policy.ts";

const Service = z.enum(["image", "video"]);
const Options = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

/** The preset store on PostgreSQL. */
export function createPresetStore(db: Database): PresetStore {
  return {
    async list(organisationId, scopes) {
      const rows = await db.run((queries) =>
        queries
          .select()
          .from(presets)
          .where(
            and(
              eq(presets.organisationId, organisationId),
              sql`${presets.scope} in ${listed(scopes.map(encodeScope), "text")}`,
            ),
          )
          .orderBy(sql`lower(${presets.name})`),
      );
      return rows.map(({ name, scope, command, options }) => ({
        name,
        scope: decodeScope(scope),
        service: Service.parse(command),
        options: Options.parse(options),
      }));
    },

    save: (organisationId, { name, scope, service, options }, accountId) =>
      db.transaction(async (queries) => {
        const encoded = encodeScope(scope);
        await lockPresets(queries, encoded);
        const there = and(eq(presets.organisationId, organisationId), eq(presets.scope, encoded));
        const before = await queries.select({ name: presets.name }).from(presets).where(there);
        const known = before.find((preset) => preset.name.toLowerCase() === name.toLowerCase());
        if (!known && before.length >= MAX_PRESETS) return "full";
        if (known) await queries.delete(presets).where(and(there, eq(presets.name, known.name)));
        const values = { organisationId, scope: encoded, name, command: service, options, createdBy: accountId };
        await queries.insert(presets).values(values);
        return known ? "replaced" : "saved";
      }),

    async delete(organisationId, scope, name) {
      const deleted = await db.run((queries) =>
        queries
          .delete(presets)
          .where(
            and(
              eq(presets.organisationId, organisationId),
              eq(presets.scope, encodeScope(scope)),
              sql`lower(${presets.name}) = lower(${name})`,
            ),
          )
          .returning({ name: presets.name }),
      );
      return deleted.length > 0;
    },
  };
}
