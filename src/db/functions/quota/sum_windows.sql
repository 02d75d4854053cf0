-- Computes current quota windows from the ledger; grants stay. Call it after a quota, its time zone or what lies in its scope
-- has changed. Reads the ledger no more often for many quotas, because nobody in the organisation can ask for anything meanwhile.
--
-- Arguments: the organisation; the scopes, null for all.
-- Locks: the organisation's quotas (alone), open batches without jobs, then the windows, in their order.
CREATE OR REPLACE FUNCTION sum_windows(organisation uuid, of_scopes text[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  -- The first moments of windows and the first ones after them, in order. All windows consist of the slices between two of them.
  edges timestamptz[];
  -- The scopes that have quotas.
  limited text[];
BEGIN
  PERFORM pg_advisory_xact_lock(quota_lock(organisation));
  -- Accepted requests count by their jobs. Written before windows are locked, the order that claims keep.
  PERFORM write_jobs(ARRAY(
    SELECT b.id FROM batches b
    WHERE b.closed_at IS NULL AND b.intake IS NOT NULL AND b.organisation_id = organisation
    ORDER BY b.id
  ));
  PERFORM FROM quota_windows w
  WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
  ORDER BY w.scope, w.unit, w.span, w.starts_at
  FOR UPDATE;
  edges := ARRAY(
    SELECT DISTINCT edge
    FROM quotas_of(organisation) q, quota_window(q.span, q.time_zone, now()) c, unnest(ARRAY[c.starts_at, c.ends_at]) edge
    WHERE (of_scopes IS NULL OR q.scope = ANY (of_scopes))
    ORDER BY edge
  );
  limited := ARRAY(
    SELECT DISTINCT q.scope FROM quotas_of(organisation) q
    WHERE (of_scopes IS NULL OR q.scope = ANY (of_scopes))
  );
  WITH present AS MATERIALIZED (
    SELECT q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at,
      array_position(edges, c.starts_at) AS first_slice, array_position(edges, c.ends_at) - 1 AS last_slice
    FROM quotas_of(organisation) q, quota_window(q.span, q.time_zone, now()) c
    WHERE (of_scopes IS NULL OR q.scope = ANY (of_scopes))
  ), former AS (
    DELETE FROM quota_windows w
    WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
      AND NOT EXISTS (
        SELECT FROM present p
        WHERE p.scope = w.scope AND p.unit = w.unit AND p.span = w.span AND p.starts_at = w.starts_at
      )
    RETURNING w.scope, w.unit, w.span, w.granted
  ), made AS MATERIALIZED (
    SELECT m.* FROM used_within(organisation, edges, limited) m
  )
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, used, granted)
  SELECT p.organisation_id, p.scope, p.unit, p.span, p.starts_at, p.ends_at,
    coalesce((
      SELECT sum(m.used) FROM made m
      WHERE p.scope = ANY (m.scopes) AND m.unit = p.unit AND m.slice BETWEEN p.first_slice AND p.last_slice
    ), 0),
    coalesce((SELECT max(f.granted) FROM former f WHERE f.scope = p.scope AND f.unit = p.unit AND f.span = p.span), 0)
  FROM present p
  ORDER BY p.scope, p.unit, p.span, p.starts_at
  ON CONFLICT (organisation_id, scope, unit, span, starts_at) DO UPDATE
  SET used = excluded.used, ends_at = excluded.ends_at;
END;
$$;
