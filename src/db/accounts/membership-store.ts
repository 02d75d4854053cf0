import { sql } from "drizzle-orm";
import { z } from "zod";
import { StoredSettings } from "../../core/account/policy/policy.ts";
import { decodeScope, encodeScope } from "../../core/account/policy/scope.ts";
import type { MembershipQuery, MembershipFacts, MembershipStore } from "../../core/account/membership.ts";
import type { Database } from "../connection.ts";
import { listed } from "../jobs/sql-arrays.ts";
import { announceAlive, hearPolicyChanges } from "../notify.ts";

const scope = z.string().transform(decodeScope);
const Facts = z.object({
  organisation_id: z.string(),
  account_id: z.string().nullish(),
  groups: z.array(z.object({ id: z.string(), name: z.string() })),
  groups_by_role: z.boolean(),
  settings: z.array(z.object({ scope, settings: StoredSettings })),
  paused: z.array(z.object({ scope, by: z.string() })),
  keys: z.array(
    z.object({
      scope,
      services: z.array(z.string()),
      refusedBy: z.array(z.string()),
      unusable: z
        .enum(["refused", "disabled"])
        .nullable()
        .transform((reason) => reason ?? undefined),
    }),
  ),
});

/** The membership store on PostgreSQL. */
export function createMembershipStore(db: Database): MembershipStore {
  return {
    async find(asked) {
      const [row] = await db.runSoon((queries) => queries.execute(membershipQuery(asked)));
      return row && factsFrom(Facts.parse(row));
    },

    hear: (changed, listening) =>
      hearPolicyChanges(db, (payload) => changed(z.uuid().safeParse(payload).data), listening),
    sayAlive: () => announceAlive(db),
  };
}

/** Ignores an identity whose account and workspace belong to different organisations. */
function membershipQuery({ platform, workspace, userId, roles, rolePrefix, places }: MembershipQuery) {
  return sql`
    with place as materialized (
      select organisation_id from workspaces where platform = ${platform} and external_id = ${workspace}
    ), person as materialized (
      select accounts.id
      from identities join accounts on accounts.id = identities.account_id join place using (organisation_id)
      where identities.platform = ${platform} and identities.workspace = ${workspace} and identities.user_id = ${userId}
    ), mine as materialized (
      select groups.id, groups.name from groups join place using (organisation_id)
      where groups.id in (
        select group_id from group_members join place using (organisation_id)
        where subject in (select 'account:' || id from person union all select * from ${listed(roles, "text")} as role)
      )
    ), scoped as materialized (
      select 'organisation' as scope
      union all select * from ${listed(places.map(encodeScope), "text")} as place
      union all select 'group:' || id from mine
      union all select 'account:' || id from person
    )
    select place.organisation_id, (select id from person) as account_id,
      (select coalesce(json_agg(mine order by name), '[]') from mine) as groups,
      exists (select from group_members join place using (organisation_id) where starts_with(subject, ${rolePrefix})) as groups_by_role,
      (
        select coalesce(json_agg(json_build_object('scope', scope, 'settings', settings)), '[]')
        from policies join scoped using (scope) where policies.organisation_id = place.organisation_id
      ) as settings,
      (
        select coalesce(json_agg(json_build_object('scope', scope, 'by', paused_by)), '[]')
        from pauses join scoped using (scope) where pauses.organisation_id = place.organisation_id
      ) as paused,
      (
        select coalesce(json_agg(json_build_object('scope', scope, 'services', services, 'refusedBy', refused_by, 'unusable',
          case when disabled_at is not null then 'disabled' when invalid_at is not null then 'refused' end)), '[]')
        from credentials join scoped using (scope)
        where credentials.organisation_id = place.organisation_id and removed_at is null
      ) as keys
    from place`;
}

function factsFrom(row: z.infer<typeof Facts>): MembershipFacts {
  const { groups, settings, paused, keys } = row;
  return {
    organisationId: row.organisation_id,
    accountId: row.account_id ?? undefined,
    groups,
    groupsByRole: row.groups_by_role,
    settings,
    paused,
    keys,
  };
}
