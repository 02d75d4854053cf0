import { sql, type SQL } from "drizzle-orm";

/** The time zone of an organisation's workspace (`encodeWorkspace`); UTC if unknown. */
export function zoneOf(organisationId: string, workspace: string): SQL {
  const [platform = "", externalId = ""] = workspace.split(":").map(decodeURIComponent);
  return sql`coalesce((
    select time_zone from workspaces
    where organisation_id = ${organisationId}::uuid and platform = ${platform}::text and external_id = ${externalId}::text
  ), 'UTC')`;
}
