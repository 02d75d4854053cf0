-- Records what became of the reservations of jobs, and gives back to windows what was not used. A job without a reservation has
-- nothing to settle.
--
-- Arguments: the jobs, locked by the caller; for each its ledger entry (`charged`, `released`, `assumed`, `refunded`, or null
-- for none), and whether its cost is given back to its key's quota as well.
-- Returns how many rows it added to the ledger.
-- Locks: the organisations' quotas (shared), then the windows, in their order.
-- Settings: each join looks up a few rows. Other kinds of join would read every window there ever was.
CREATE OR REPLACE FUNCTION settle_jobs(ended jobs[], entries text[], leave_key boolean[]) RETURNS bigint
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  written bigint;
  -- With these, the index leads to the windows of one time, however many there were before.
  spans text[] := '{day,week,month}';
  longest interval := '32 days';
BEGIN
  PERFORM pg_advisory_xact_lock_shared(quota_lock(o.organisation_id))
  FROM (SELECT DISTINCT j.organisation_id FROM unnest(ended) j ORDER BY 1) o;
  IF 'released' = ANY (entries) OR 'refunded' = ANY (entries) OR true = ANY (leave_key) THEN
    WITH given AS MATERIALIZED (
      SELECT j.organisation_id, j.scopes, j.service, j.cost, j.submitted_at, 'key:' || j.credential_id AS key_scope,
        entries[n] AS entry, leave_key[n] AS leaves, r.unit, r.amount, r.price, r.currency, r.counts_at
      FROM generate_subscripts(ended, 1) n
      CROSS JOIN LATERAL (SELECT (ended[n]).*) j
      LEFT JOIN LATERAL (
        SELECT l.unit, l.amount, l.price, l.currency, l.counts_at FROM ledger l WHERE l.job_id = j.id AND l.entry = 'reserved' LIMIT 1
      ) r ON true
    ), freed AS MATERIALIZED (
      SELECT f.organisation_id, f.scope, f.unit, f.span, f.starts_at, sum(f.amount) AS amount
      FROM (
        SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, g.amount
        FROM given g
        JOIN quota_windows w ON w.organisation_id = g.organisation_id AND w.scope = ANY (g.scopes) AND w.unit = g.unit
          AND w.span = ANY (spans) AND w.starts_at > g.counts_at - longest
          AND w.starts_at <= g.counts_at AND w.ends_at > g.counts_at
        WHERE g.entry IN ('released', 'refunded')
        UNION ALL
        SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, in_micros(g.price, g.currency)
        FROM given g
        JOIN quota_windows w ON w.organisation_id = g.organisation_id AND w.scope = ANY (g.scopes)
          AND w.unit = money_unit(g.currency)
          AND w.span = ANY (spans) AND w.starts_at > g.counts_at - longest
          AND w.starts_at <= g.counts_at AND w.ends_at > g.counts_at
        WHERE g.entry IN ('released', 'refunded') AND g.price IS NOT NULL
        UNION ALL
        SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, g.cost
        FROM given g
        JOIN quota_windows w ON w.organisation_id = g.organisation_id AND w.scope = g.key_scope
          AND w.unit = quota_unit(g.service)
          AND w.span = ANY (spans) AND w.starts_at > g.submitted_at - longest
          AND w.starts_at <= g.submitted_at AND w.ends_at > g.submitted_at
        WHERE g.leaves
      ) f
      GROUP BY f.organisation_id, f.scope, f.unit, f.span, f.starts_at
    ), held AS MATERIALIZED (
      SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, freed.amount
      FROM quota_windows w
      JOIN freed USING (organisation_id, scope, unit, span, starts_at)
      ORDER BY w.organisation_id, w.scope, w.unit, w.span, w.starts_at
      FOR UPDATE OF w
    )
    UPDATE quota_windows w SET used = w.used - held.amount
    FROM held
    WHERE w.organisation_id = held.organisation_id AND w.scope = held.scope AND w.unit = held.unit AND w.span = held.span
      AND w.starts_at = held.starts_at;
  END IF;
  INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, credential_id, model, entry, unit,
    amount, net, price, currency, counts_at)
  SELECT r.organisation_id, r.account_id, r.workspace, r.channel, r.batch_id, r.job_id, (ended[n]).credential_id, r.model,
    entries[n], r.unit, r.amount, CASE WHEN entries[n] IN ('released', 'refunded') THEN -r.amount ELSE 0 END, r.price,
    r.currency, r.counts_at
  FROM generate_subscripts(ended, 1) n
  CROSS JOIN LATERAL (
    SELECT * FROM ledger l WHERE l.job_id = (ended[n]).id AND l.entry = 'reserved' LIMIT 1
  ) r
  WHERE entries[n] IS NOT NULL;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END;
$$;
