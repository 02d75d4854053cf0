import type { Queries } from "../queries.ts";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { GroupStore } from "../../core/account/groups.ts";
import { encodeScope, type Scope } from "../../core/account/policy/scope.ts";
import { MAX_GROUP_MEMBERS, MAX_GROUPS } from "../../lib/limits.ts";
import { writeAudit } from "./audit.ts";
import type { Database } from "../connection.ts";
import { announcePolicyChange } from "../notify.ts";
import { credentials } from "../schema/people.ts";
import { moneyQuotas } from "../schema/money-quotas.ts";
import { groupMembers, groups, pauses, policies, quotas } from "../schema/policy.ts";

/** The group store on PostgreSQL. Changes to the groups of one organisation are serialised. */
export function createGroupStore(db: Database): GroupStore {
  return {
    async list(organisationId) {
      const rows = await db.run((queries) =>
        queries
          .select({ id: groups.id, name: groups.name, subject: groupMembers.subject })
          .from(groups)
          .leftJoin(groupMembers, eq(groupMembers.groupId, groups.id))
          .where(eq(groups.organisationId, organisationId))
          .orderBy(sql`lower(${groups.name})`, groupMembers.subject),
      );
      const found = new Map<string, { id: string; name: string; members: string[] }>();
      for (const { id, name, subject } of rows) {
        const group = found.get(id) ?? { id, name, members: [] };
        if (subject !== null) group.members.push(subject);
        found.set(id, group);
      }
      return [...found.values()];
    },

    create: (change, name) =>
      db.transaction(async (queries) => {
        const { organisationId } = change;
        await lockGroups(queries, organisationId);
        const known = await queries
          .select({ name: groups.name })
          .from(groups)
          .where(eq(groups.organisationId, organisationId));
        if (known.some((group) => group.name.toLowerCase() === name.toLowerCase())) return "taken";
        if (known.length >= MAX_GROUPS) return "full";
        const [made] = await queries.insert(groups).values({ organisationId, name }).returning({ id: groups.id });
        if (!made) throw new Error("inserting a group returned no row");
        await writeAudit(queries, { ...change, action: "group.created", scope: scopeOf(made.id), after: { name } });
        await announcePolicyChange(queries, organisationId);
        return "created";
      }),

    delete: (change, groupId) =>
      db.transaction(async (queries) => {
        const { organisationId } = change;
        await lockGroups(queries, organisationId);
        const group = await findGroup(queries, organisationId, groupId);
        if (!group) return { kind: "gone" } as const;
        const scope = encodeScope(scopeOf(groupId));
        const keys = await queries
          .select({ name: credentials.name, masked: credentials.masked })
          .from(credentials)
          .where(
            and(
              eq(credentials.organisationId, organisationId),
              eq(credentials.scope, scope),
              isNull(credentials.removedAt),
            ),
          );
        if (keys.length > 0)
          return { kind: "owns_keys", keys: keys.map(({ name, masked }) => name || masked) } as const;
        for (const table of [policies, pauses, quotas, moneyQuotas]) {
          await queries.delete(table).where(and(eq(table.organisationId, organisationId), eq(table.scope, scope)));
        }
        const members = await queries
          .select({ subject: groupMembers.subject })
          .from(groupMembers)
          .where(eq(groupMembers.groupId, groupId));
        await queries.delete(groups).where(eq(groups.id, groupId));
        const before = { name: group.name, members: members.map(({ subject }) => subject).toSorted() };
        await writeAudit(queries, { ...change, action: "group.deleted", scope: scopeOf(groupId), before });
        await announcePolicyChange(queries, organisationId);
        return { kind: "deleted" } as const;
      }),

    add: (change, groupId, { subject, name }) =>
      db.transaction(async (queries) => {
        const { organisationId } = change;
        await lockGroups(queries, organisationId);
        const group = await findGroup(queries, organisationId, groupId);
        if (!group) return "gone";
        const known = await queries
          .select({ subject: groupMembers.subject })
          .from(groupMembers)
          .where(eq(groupMembers.groupId, groupId));
        if (known.some((member) => member.subject === subject)) return "already";
        if (known.length >= MAX_GROUP_MEMBERS) return "full";
        await queries.insert(groupMembers).values({ groupId, organisationId, subject });
        const after = { group: group.name, member: subject, name: name.toWellFormed() };
        await writeAudit(queries, { ...change, action: "group.member_added", scope: scopeOf(groupId), after });
        await announcePolicyChange(queries, organisationId);
        return "added";
      }),

    remove: (change, groupId, { subject, name }) =>
      db.transaction(async (queries) => {
        const { organisationId } = change;
        await lockGroups(queries, organisationId);
        const group = await findGroup(queries, organisationId, groupId);
        const removed = await queries
          .delete(groupMembers)
          .where(
            and(
              eq(groupMembers.organisationId, organisationId),
              eq(groupMembers.groupId, groupId),
              eq(groupMembers.subject, subject),
            ),
          )
          .returning({ subject: groupMembers.subject });
        if (!group || removed.length === 0) return "absent";
        const before = { group: group.name, member: subject, name: name.toWellFormed() };
        await writeAudit(queries, { ...change, action: "group.member_removed", scope: scopeOf(groupId), before });
        await announcePolicyChange(queries, organisationId);
        return "removed";
      }),
  };
}

function scopeOf(groupId: string): Scope {
  return { kind: "group", id: groupId };
}

async function lockGroups(queries: Queries, organisationId: string): Promise<void> {
  await queries.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`groups ${organisationId}`}, 0))`);
}

async function findGroup(queries: Queries, organisationId: string, groupId: string) {
  const [group] = await queries
    .select({ name: groups.name })
    .from(groups)
    .where(and(eq(groups.organisationId, organisationId), eq(groups.id, groupId)))
    .for("update");
  return group;
}
