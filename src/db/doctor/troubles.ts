/** Fewer dead rows have no noticeable cost. */
const DEAD_ROWS = 100_000;

/** The names of tables with more dead rows than live ones, as one text: an expression of SQL. */
export const BLOATED_TABLES = `(
  select coalesce(string_agg(relname, ', ' order by relname), '') from pg_stat_user_tables
  where n_dead_tup > ${DEAD_ROWS} and n_dead_tup > n_live_tup)`;

/** SQL from `from` on: the requests of the last day whose results were made, and that nobody got. More conditions may follow. */
export const UNDELIVERED = `
  from batches
  where closed_at > now() - interval '1 day'
    and exists (select from posts
      where posts.batch_id = batches.id and posts.kind = 'result' and posts.state = 'undeliverable')
    and not exists (select from posts
      where posts.batch_id = batches.id and posts.kind = 'direct' and posts.state = 'posted')
    and exists (select from jobs where jobs.batch_id = batches.id and jobs.state = 'succeeded')`;

/**
 * SQL: the name of the role that can't change the audit and the ledger, and whether this user can act as it. A connection that
 * has it already shows that by its rights.
 */
export const APPLICATION_ROLE = `(
  select json_build_object('role', own.name, 'is_usable', current_schema() is not distinct from 'public'
    and coalesce(pg_has_role(current_user, role.oid, 'set'), false))
  from (select 'easel_app_' || oid as name from pg_database where datname = current_database()) own
  left join pg_roles role on role.rolname = own.name)`;
