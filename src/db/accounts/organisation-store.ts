import type { Queries } from "../queries.ts";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import {
  CONSOLE_ORGANISATION,
  type Allowed,
  type OrganisationStore,
  type WorkspaceOwner,
} from "../../core/account/organisations.ts";
import { DATABASE_BACKGROUND_CALL_MS } from "../../lib/limits.ts";
import type { Database } from "../connection.ts";
import { organisations, workspaces } from "../schema/people.ts";

/** The Console has one workspace, in every installation. */
const CONSOLE = { platform: "console", workspace: "main", organisation: undefined } as const;

const Rows = z.array(
  z.object({ id: z.string(), name: z.string().nullable(), workspaces: z.array(z.string()), is_console: z.boolean() }),
);

/** The organisation store on PostgreSQL. */
export function createOrganisationStore(db: Database): OrganisationStore {
  return {
    consoleOrganisation: () =>
      db.transaction(async (queries) => {
        await lockOrganisations(queries);
        return (await ownerOf(queries, CONSOLE)) ?? addWorkspace(queries, CONSOLE);
      }, DATABASE_BACKGROUND_CALL_MS),

    allow: (owner) =>
      db.transaction(async (queries) => {
        await lockOrganisations(queries);
        const current = await ownerOf(queries, owner);
        return current === undefined
          ? { organisationId: await addWorkspace(queries, owner), isElsewhere: false }
          : keepOrganisation(queries, current, owner.organisation);
      }, DATABASE_BACKGROUND_CALL_MS),

    async all() {
      const rows = await db.run(
        (queries) =>
          queries.execute(sql`
            select organisations.id, name, coalesce(bool_or(platform = ${CONSOLE.platform}), false) as is_console,
              coalesce(jsonb_agg(platform || ':' || external_id order by platform, external_id)
                filter (where platform is not null), '[]') as workspaces
            from organisations left join workspaces on organisation_id = organisations.id
            group by organisations.id order by is_console desc, organisations.created_at, organisations.id`),
        DATABASE_BACKGROUND_CALL_MS,
      );
      return Rows.parse([...rows]).map(({ id, name, workspaces: of, is_console: isConsole }) => ({
        id,
        name: name ?? undefined,
        workspaces: of,
        isConsole,
      }));
    },
  };
}

/** Keeps two processes that start together from creating the same organisation twice. */
export async function lockOrganisations(queries: Queries): Promise<void> {
  await queries.execute(sql`lock table ${organisations} in share row exclusive mode`);
}

/** Finds an organisation by name, ignoring case, or the Console's; undefined if there is none. */
export async function organisationNamed(queries: Queries, name: string): Promise<string | undefined> {
  if (name.toLowerCase() === CONSOLE_ORGANISATION) return ownerOf(queries, CONSOLE);
  const [found] = await queries
    .select({ id: organisations.id })
    .from(organisations)
    .where(sql`lower(${organisations.name}) = ${name.toLowerCase()}`);
  return found?.id;
}

/**
 * Adds an unclaimed workspace to its organisation, which is created if necessary. Returns the organisation's id. The caller holds
 * the lock.
 */
export async function addWorkspace(queries: Queries, owner: WorkspaceOwner): Promise<string> {
  const { platform, workspace, organisation: name } = owner;
  const organisationId =
    name === undefined
      ? await newOrganisation(queries, undefined)
      : ((await organisationNamed(queries, name)) ?? (await newNamed(queries, name)));
  await queries.insert(workspaces).values({ platform, externalId: workspace, organisationId });
  return organisationId;
}

/** The organisation that owns a workspace; undefined if it is unclaimed. */
export async function ownerOf(
  queries: Queries,
  { platform, workspace }: Pick<WorkspaceOwner, "platform" | "workspace">,
): Promise<string | undefined> {
  const [row] = await queries
    .select({ id: workspaces.organisationId })
    .from(workspaces)
    .where(and(eq(workspaces.platform, platform), eq(workspaces.externalId, workspace)));
  return row?.id;
}

async function newNamed(queries: Queries, name: string): Promise<string> {
  return name.toLowerCase() === CONSOLE_ORGANISATION ? addWorkspace(queries, CONSOLE) : newOrganisation(queries, name);
}

async function newOrganisation(queries: Queries, name: string | undefined): Promise<string> {
  const [made] = await queries
    .insert(organisations)
    .values(name === undefined ? {} : { name })
    .returning();
  if (!made) throw new Error("inserting an organisation returned no row");
  return made.id;
}

/** A known workspace stays in its organisation, which takes this name if it has none and the name is free. */
async function keepOrganisation(queries: Queries, organisationId: string, name: string | undefined): Promise<Allowed> {
  if (name === undefined) return { organisationId, isElsewhere: false };
  const named = await organisationNamed(queries, name);
  if (named !== undefined) return { organisationId, isElsewhere: named !== organisationId };
  const taken = await queries
    .update(organisations)
    .set({ name })
    .where(and(eq(organisations.id, organisationId), sql`${organisations.name} is null`))
    .returning();
  return { organisationId, isElsewhere: taken.length === 0 };
}
