import { randomUUID } from "node:crypto";
import type { Tenant, Tenants } from "./tenants.ts";

/** Ids of a filled organisation's rows. */
export type FilledIds = Readonly<Record<"group" | "batch" | "credential" | "proposal" | "draft" | "recovery", string>>;

/** Fills every table for an organisation, with a mark in each text. */
export async function fillTenant(
  { sql }: Pick<Tenants, "sql">,
  { organisationId, accountId, workspace }: Tenant,
  mark: string,
): Promise<FilledIds> {
  await sql`insert into identities (platform, workspace, user_id, account_id) values ('console', 'main', ${mark}, ${accountId})`;
  const [group] =
    await sql`insert into groups (organisation_id, name) values (${organisationId}, ${mark}) returning id`;
  await sql`insert into group_members (group_id, organisation_id, subject)
    values (${String(group?.["id"])}, ${organisationId}, ${`account:${accountId}`})`;
  for (const scope of ["organisation", `workspace:${workspace}`, `account:${accountId}`]) {
    await sql`insert into policies (organisation_id, scope, settings) values (${organisationId}, ${scope}, ${sql.json({ imageModel: mark })})`;
    await sql`insert into pauses (organisation_id, scope, paused_by) values (${organisationId}, ${scope}, ${mark})`;
  }
  await sql`update workspaces set time_zone = ${`${mark}/Zone`}, admin_channel = ${`${workspace}:${mark}`}
    where organisation_id = ${organisationId}`;
  await sql`insert into presets (organisation_id, scope, name, command, options, created_by)
    values (${organisationId}, ${`account:${accountId}`}, ${mark}, 'image', '{}', ${accountId})`;
  const [key] = await sql`insert into credentials
      (organisation_id, name, origin, masked, fingerprint, sealed_secret, services, concurrency, clip_concurrency, scope)
    values (${organisationId}, ${mark}, 'people', ${mark}, ${mark}, ${mark}, '{image}', 1, 1, ${`account:${accountId}`}) returning id`;
  await sql`insert into audit (organisation_id, actor_name, workspace, action) values (${organisationId}, ${mark}, ${workspace}, 'x')`;
  const batch = randomUUID();
  await sql`insert into batches (id, platform, event_key, organisation_id, account_id, conversation, requester_id, requester_name, locale, service,
      request, count, sandbox)
    values (${batch}, 'console', ${batch}, ${organisationId}, ${accountId}, ${`${workspace}:general`}, 'u', ${mark}, 'en', 'image',
      ${sql.json({ kind: "image", model: mark, prompt: mark, count: 1, references: [] })}, 1, true)`;
  await sql`insert into approvals (batch_id, organisation_id, reasons) values (${batch}, ${organisationId}, '{quota}')`;
  await sql`insert into jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash, idempotency_key,
      settlement, credential_id, scopes)
    values (${randomUUID()}, ${batch}, ${organisationId}, ${accountId}, 'image', 1, 'running', '/p', '{}', 'h', ${mark}, 'reserved',
      ${String(key?.["id"])}, ${[`account:${accountId}`]})`;
  await sql`insert into posts (batch_id, kind, state, message_id) values (${batch}, 'result', 'posted', ${mark})`;
  await sql`insert into stars (organisation_id, account_id, batch_id, channel, event_key)
    values (${organisationId}, ${accountId}, ${batch}, ${`${workspace}:general`}, ${mark})`;
  const proposal = randomUUID();
  await sql`insert into proposals (id, organisation_id, account_id, kind, conversation, request)
    values (${proposal}, ${organisationId}, ${accountId}, 'ask', ${`${workspace}:general`}, ${sql.json({ kind: "image", model: mark, prompt: mark, count: 1, references: [] })})`;
  const recovery = randomUUID();
  await sql`insert into recoveries (id, organisation_id, kind, choice, sums, locale)
    values (${recovery}, ${organisationId}, 'refund', ${sql.json({ hours: 1, code: mark })},
      ${sql.json({ requests: 7, images: 7, seconds: 0, members: 7, uncertain: 7 })}, 'en')`;
  const draft = randomUUID();
  const refused = { command: "imagine", options: { prompt: mark }, files: [], wrong: [] };
  await sql`insert into drafts (id, conversation, requester_id, draft)
    values (${draft}, ${`${workspace}:general`}, 'u', ${sql.json(refused)})`;
  await sql`insert into quotas (organisation_id, scope, unit, span, amount, set_in, time_zone)
    values (${organisationId}, ${`account:${accountId}`}, 'images', 'day', 77, ${workspace}, 'UTC')`;
  await sql`insert into ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net, counts_at)
    values (${organisationId}, ${accountId}, ${workspace}, ${`${workspace}:general`}, ${batch}, ${randomUUID()}, ${mark}, 'reserved', 'images', 5, 5, now())`;
  return { proposal, draft, recovery, group: String(group?.["id"]), credential: String(key?.["id"]), batch };
}

/** Every row of an organisation, from all tables that name the organisation. */
export async function everythingOf({ sql }: Pick<Tenants, "sql">, { organisationId }: Tenant): Promise<string> {
  const tables = await sql`select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'organisation_id' order by 1`;
  const parts = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql`select * from ${sql(String(name))} where organisation_id = ${organisationId}`;
      return JSON.stringify([name, rows.map((row) => JSON.stringify(row)).toSorted()]);
    }),
  );
  return parts.join("\n");
}
