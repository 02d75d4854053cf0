import type postgres from "postgres";
import { GUESTS_OF_RIVALS, RIVALS } from "./application-role.ts";

/** SQL: whether every log-in of the server can connect to this database, and so receive its notifications, for example. */
export const PUBLIC_CONNECTS = `exists (
  select from pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba)))
  where datname = current_database() and grantee = 0 and privilege_type = 'CONNECT')`;

/** The parts of the statements that fix it; names are quoted where necessary. */
interface Walls {
  readonly database: string;
  readonly user: string;
  readonly role: string;
  readonly role_exists: boolean;
  readonly schema: string | null;
  readonly public_connects: boolean;
  /** Log-ins that may use the application's role and would lose access. */
  readonly members: readonly string[];
  readonly rivals: readonly string[];
  readonly guests_of_rivals: readonly string[];
}

/**
 * Closes the database to every log-in of the server except its owner and those that use Easel's role.
 *
 * @param role the application's role, if it could be prepared.
 * @returns the statements that a user with more rights must run to complete this; empty if nothing is missing.
 */
export async function closeDatabase(client: postgres.Sql, role: string | undefined): Promise<readonly string[]> {
  let walls = await readWalls(client);
  if (walls && (walls.public_connects || walls.guests_of_rivals.length > 0)) {
    await closeToPublic(client, walls);
    walls = await readWalls(client);
  }
  if (!walls) return [];
  const missing: string[] = [];
  if (role === undefined && walls.schema === "public") {
    for (const rival of walls.rivals) missing.push(`REVOKE ${walls.role} FROM ${rival} CASCADE`);
    if (walls.rivals.length > 0) missing.push(`ALTER ROLE ${walls.role} NOLOGIN`);
    if (!walls.role_exists) missing.push(`CREATE ROLE ${walls.role} NOLOGIN`);
    missing.push(`GRANT ${walls.role} TO ${walls.user} WITH SET TRUE, INHERIT FALSE`);
  }
  if (walls.public_connects) {
    missing.push(`GRANT CONNECT ON DATABASE ${walls.database} TO ${walls.user}`);
    missing.push(`REVOKE CONNECT ON DATABASE ${walls.database} FROM PUBLIC`);
  }
  return missing;
}

/** If the role has rivals, they chose its members: grants no access then, and revokes earlier grants. */
async function closeToPublic(
  client: postgres.Sql,
  { database, members, rivals, guests_of_rivals: guests }: Walls,
): Promise<void> {
  try {
    await client.begin(async (transaction) => {
      for (const guest of guests) await transaction.unsafe(`revoke connect on database ${database} from ${guest}`);
      for (const member of rivals.length === 0 ? members : []) {
        await transaction.unsafe(`grant connect on database ${database} to ${member}`);
      }
      await transaction.unsafe(`revoke connect on database ${database} from public`);
    });
  } catch {
    // The user is not the owner. The caller checks what is still open.
  }
}

async function readWalls(client: postgres.Sql): Promise<Walls | undefined> {
  const [walls] = await client<Walls[]>`
    with own as (
      select 'easel_app_' || oid as name, datdba as owner from pg_database where datname = current_database())
    select quote_ident(current_database()) as database, quote_ident(current_user) as user, own.name as role,
      role.oid is not null as role_exists, current_schema() as schema,
      ${client.unsafe(PUBLIC_CONNECTS)} as public_connects,
      coalesce((
        select json_agg(quote_ident(login.rolname)) from pg_auth_members m join pg_roles login on login.oid = m.member
        where m.roleid = role.oid and login.rolcanlogin and not login.rolsuper), '[]') as members,
      ${client.unsafe(RIVALS)} as rivals, ${client.unsafe(GUESTS_OF_RIVALS)} as guests_of_rivals
    from own left join pg_roles role on role.rolname = own.name`;
  return walls;
}
