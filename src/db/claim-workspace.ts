import { sql } from "drizzle-orm";
import type { Claimer } from "../account/linking.ts";
import { writeAudit } from "./audit.ts";
import type { Queries } from "./connection.ts";
import { tellPolicyChanged } from "./notify.ts";
import { organisations, workspaces } from "./schema/people.ts";

/**
 * Gives a workspace to the first organisation, or to a new one of its own; part of the transaction that has looked at the
 * code. False where somebody has it already.
 */
export async function claimWorkspace(queries: Queries, { actor, identity }: Claimer, own: boolean): Promise<boolean> {
  // Two who claim at once must not make two first organisations.
  await queries.execute(sql`lock table ${organisations} in share row exclusive mode`);
  const { platform, workspace } = identity;
  const [first] = own ? [] : await queries.select().from(organisations).orderBy(organisations.createdAt).limit(1);
  const organisation = first ?? (await queries.insert(organisations).values({}).returning())[0];
  if (!organisation) throw new Error("an inserted organisation came back as nothing");
  const claimed = await queries
    .insert(workspaces)
    .values({ platform, externalId: workspace, organisationId: organisation.id })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) {
    if (!first) await queries.execute(sql`delete from organisations where id = ${organisation.id}::uuid`);
    return false;
  }
  await writeAudit(queries, {
    organisationId: organisation.id,
    actor,
    action: "workspace.claimed",
    after: { workspace: actor.workspace, own },
  });
  await tellPolicyChanged(queries, organisation.id);
  return true;
}
