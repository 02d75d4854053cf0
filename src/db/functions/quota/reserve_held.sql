-- Reserves the quota of a held batch that an admin approved. Where that takes more than is left, the admin's approval grants
-- the rest. Quotas in money count what it costs by its stored price; without a price in their currency they count nothing of it,
-- because an admin has approved it.
--
-- Arguments: the batch.
-- Returns the windows whose grant it raised, with the grant before and after.
-- Locks: the batch's jobs, the organisation's quotas (shared, without waiting for them), and the windows, in their order.
-- Raises EA003, as `reserve_quota`.
CREATE OR REPLACE FUNCTION reserve_held(held_batch uuid) RETURNS TABLE (
  scope text, unit text, span text, starts_at timestamptz, ends_at timestamptz, before bigint, after bigint)
LANGUAGE plpgsql AS $$
DECLARE
  asked record;
  units text[];
  amounts bigint[];
BEGIN
  PERFORM FROM jobs j WHERE j.batch_id = held_batch ORDER BY j.id FOR UPDATE;
  SELECT j.organisation_id, j.scopes, quota_unit(j.service) AS unit,
    sum(j.cost)::bigint AS wanted, array_agg(j.id) AS ids
  INTO asked
  FROM jobs j
  WHERE j.batch_id = held_batch AND j.state = 'held'
    AND NOT EXISTS (SELECT FROM ledger l WHERE l.job_id = j.id AND l.entry = 'reserved')
  GROUP BY j.organisation_id, j.scopes, j.service;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF NOT pg_try_advisory_xact_lock_shared(quota_lock(asked.organisation_id)) THEN
    RAISE EXCEPTION 'quotas are being changed' USING ERRCODE = 'EA003';
  END IF;
  SELECT ARRAY[asked.unit, money_unit(b.currency)],
    ARRAY[asked.wanted, coalesce(in_micros(b.price, b.currency) * cardinality(asked.ids), 0)]
  INTO units, amounts
  FROM batches b WHERE b.id = held_batch;
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
  SELECT q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at
  FROM quotas_of(asked.organisation_id) q, quota_window(q.span, q.time_zone, now()) c
  WHERE q.scope = ANY (asked.scopes) AND q.unit = ANY (units)
  ORDER BY q.scope, q.unit, q.span
  ON CONFLICT DO NOTHING;
  RETURN QUERY
  WITH held AS MATERIALIZED (
    SELECT w.*, q.amount, amounts[array_position(units, w.unit)] AS wanted
    FROM quotas_of(asked.organisation_id) q
    CROSS JOIN quota_window(q.span, q.time_zone, now()) c
    JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = c.starts_at
    WHERE q.scope = ANY (asked.scopes) AND q.unit = ANY (units)
    ORDER BY w.scope, w.unit, w.span, w.starts_at
    FOR UPDATE OF w
  )
  UPDATE quota_windows w SET granted = h.used + h.wanted - h.amount
  FROM held h
  WHERE h.used + h.wanted > h.amount + h.granted
    AND w.organisation_id = h.organisation_id AND w.scope = h.scope AND w.unit = h.unit AND w.span = h.span
    AND w.starts_at = h.starts_at
  RETURNING w.scope, w.unit, w.span, w.starts_at, w.ends_at, h.granted, w.granted;
  PERFORM take_quota(asked.organisation_id, held_batch, asked.scopes, units, amounts);
  INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
    price, currency, counts_at)
  SELECT j.organisation_id, j.account_id, concat_ws(':', split_part(b.conversation, ':', 1), split_part(b.conversation, ':', 2)),
    -- Without the thread.
    concat_ws(':', split_part(b.conversation, ':', 1), split_part(b.conversation, ':', 2), split_part(b.conversation, ':', 3)),
    b.id, j.id, b.request->>'model', 'reserved', asked.unit, j.cost, j.cost, b.price, b.currency, now()
  FROM jobs j JOIN batches b ON b.id = j.batch_id
  WHERE j.id = ANY (asked.ids);
END;
$$;
