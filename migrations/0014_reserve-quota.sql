-- Windows of quotas, and what jobs take of them.
--
-- For every window there is, `used` is the sum of `net` of the ledger's rows that count within it and whose jobs lie in its
-- scope; of a key's window it is the cost of the jobs that were given to the key within it and not taken back. Two locks keep
-- that true: whoever writes the ledger shares the organisation's, whoever makes windows for what is in the ledger already
-- has it alone; and windows are locked in the order of their key, after everything else that one may have to wait for.
ALTER TABLE "quota_windows" SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
CREATE FUNCTION "quota_lock"("organisation" uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(organisation::text, 24217);
$$;--> statement-breakpoint
-- The first moment at which the clocks of a zone show that time or a later one. Where they show it twice that is the first
-- time, where they leave it out it is the jump.
CREATE FUNCTION "first_moment"("shown" timestamp, "zone" text) RETURNS timestamptz
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN (shown AT TIME ZONE zone - interval '1 hour') AT TIME ZONE zone >= shown
    THEN shown AT TIME ZONE zone - interval '1 hour' ELSE shown AT TIME ZONE zone END;
$$;--> statement-breakpoint
-- The day, the week (from Monday on) or the month of a zone that a moment lies in.
CREATE FUNCTION "quota_window"("span" text, "zone" text, "moment" timestamptz, OUT "starts_at" timestamptz, OUT "ends_at" timestamptz)
LANGUAGE sql STABLE AS $$
  SELECT first_moment(date_trunc(span, moment AT TIME ZONE zone), zone),
    first_moment(date_trunc(span, moment AT TIME ZONE zone) + ('1 ' || span)::interval, zone);
$$;--> statement-breakpoint
-- Of 80 and 100 per cent the highest that is used; 0 below.
CREATE FUNCTION "quota_percent"("used" bigint, "amount" bigint) RETURNS smallint
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN used >= amount THEN 100 WHEN used * 5 >= amount * 4 THEN 80 ELSE 0 END::smallint;
$$;--> statement-breakpoint
-- Takes an amount of every quota of these scopes that is counted in that unit, or of none: then it raises EA001, with what is
-- over as JSON in the detail. The first to pass 80 or 100 per cent of a window is noted for it.
CREATE FUNCTION "reserve_quota"("organisation" uuid, "batch" uuid, "lies_in" text[], "counted_in" text, "wanted" bigint) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  excess jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(quota_lock(organisation));
  IF NOT EXISTS (
    SELECT FROM quotas q WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
  ) THEN
    RETURN;
  END IF;
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
  SELECT q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at
  FROM quotas q, quota_window(q.span, q.time_zone, now()) c
  WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
  ORDER BY q.scope, q.span
  ON CONFLICT DO NOTHING;
  WITH held AS MATERIALIZED (
    SELECT q.amount, w.*
    FROM quotas q
    CROSS JOIN quota_window(q.span, q.time_zone, now()) c
    JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = c.starts_at
    WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
    ORDER BY w.scope, w.span, w.starts_at
    FOR UPDATE OF w
  )
  SELECT jsonb_agg(jsonb_build_object('scope', h.scope, 'unit', h.unit, 'span', h.span, 'amount', h.amount,
    'granted', h.granted, 'used', h.used, 'endsAt', h.ends_at, 'timeZone', (
      SELECT q.time_zone FROM quotas q
      WHERE q.organisation_id = h.organisation_id AND q.scope = h.scope AND q.unit = h.unit AND q.span = h.span
    )))
  INTO excess
  FROM held h WHERE h.used + wanted > h.amount + h.granted;
  IF excess IS NOT NULL THEN
    RAISE EXCEPTION 'over quota' USING ERRCODE = 'EA001', DETAIL = excess::text;
  END IF;
  WITH taken AS (
    UPDATE quota_windows w
    SET used = w.used + wanted, warned = greatest(w.warned, quota_percent(w.used + wanted, q.amount + w.granted))
    FROM quotas q, quota_window(q.span, q.time_zone, now()) c
    WHERE q.organisation_id = organisation AND q.scope = ANY (lies_in) AND q.unit = counted_in
      AND w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit AND w.span = q.span
      AND w.starts_at = c.starts_at
    RETURNING w.*, q.amount
  )
  INSERT INTO quota_warnings (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
  SELECT t.organisation_id, t.scope, t.unit, t.span, t.starts_at, t.warned, t.ends_at, batch, t.used, t.amount + t.granted
  FROM taken t WHERE t.warned > 0
  ON CONFLICT DO NOTHING;
END;
$$;--> statement-breakpoint
-- Writes the end of what jobs reserved: for each an entry of the ledger (`charged`, `released`, `assumed`, `refunded`; null for
-- none), and whether it is taken from its key as well. What was never reserved is not settled. Its caller has locked the jobs.
-- Returns how many rows it added to the ledger.
CREATE FUNCTION "settle_jobs"("ids" uuid[], "entries" text[], "leave_key" boolean[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  written bigint;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(quota_lock(o.organisation_id))
  FROM (SELECT DISTINCT j.organisation_id FROM jobs j WHERE j.id = ANY (ids) ORDER BY 1) o;
  WITH given AS MATERIALIZED (
    SELECT g.entry, g.leaves, j.organisation_id, j.scopes, j.service, j.cost, j.submitted_at,
      'key:' || j.credential_id AS key_scope, r.unit, r.amount, r.counts_at
    FROM unnest(ids, entries, leave_key) g (job_id, entry, leaves)
    JOIN jobs j ON j.id = g.job_id
    LEFT JOIN ledger r ON r.job_id = g.job_id AND r.entry = 'reserved'
    WHERE g.entry IN ('released', 'refunded') OR g.leaves
  ), freed AS MATERIALIZED (
    SELECT f.organisation_id, f.scope, f.unit, f.span, f.starts_at, sum(f.amount) AS amount
    FROM (
      SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, g.amount
      FROM given g
      JOIN quota_windows w ON w.organisation_id = g.organisation_id AND w.scope = ANY (g.scopes) AND w.unit = g.unit
        AND w.starts_at <= g.counts_at AND w.ends_at > g.counts_at
      WHERE g.entry IN ('released', 'refunded')
      UNION ALL
      SELECT w.organisation_id, w.scope, w.unit, w.span, w.starts_at, g.cost
      FROM given g
      JOIN quota_windows w ON w.organisation_id = g.organisation_id AND w.scope = g.key_scope
        AND w.unit = CASE g.service WHEN 'image' THEN 'images' ELSE 'seconds' END
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
  INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, credential_id, model, entry, unit,
    amount, net, counts_at)
  SELECT r.organisation_id, r.account_id, r.workspace, r.channel, r.batch_id, r.job_id, j.credential_id, r.model, g.entry,
    r.unit, r.amount, CASE WHEN g.entry IN ('released', 'refunded') THEN -r.amount ELSE 0 END, r.counts_at
  FROM unnest(ids, entries) g (job_id, entry)
  JOIN ledger r ON r.job_id = g.job_id AND r.entry = 'reserved'
  JOIN jobs j ON j.id = g.job_id
  WHERE g.entry IS NOT NULL;
  GET DIAGNOSTICS written = ROW_COUNT;
  RETURN written;
END;
$$;--> statement-breakpoint
-- Reserves for the held jobs of a batch that have reserved nothing yet, and grants on top of each quota what is missing there.
-- Returns these grants.
CREATE FUNCTION "reserve_held"("held_batch" uuid) RETURNS TABLE (
  "scope" text, "unit" text, "span" text, "starts_at" timestamptz, "ends_at" timestamptz, "before" bigint, "after" bigint)
LANGUAGE plpgsql AS $$
DECLARE
  asked record;
BEGIN
  PERFORM FROM jobs j WHERE j.batch_id = held_batch ORDER BY j.id FOR UPDATE;
  SELECT j.organisation_id, j.scopes, CASE j.service WHEN 'image' THEN 'images' ELSE 'seconds' END AS unit,
    sum(j.cost)::bigint AS wanted, array_agg(j.id) AS ids
  INTO asked
  FROM jobs j
  WHERE j.batch_id = held_batch AND j.state = 'held'
    AND NOT EXISTS (SELECT FROM ledger l WHERE l.job_id = j.id AND l.entry = 'reserved')
  GROUP BY j.organisation_id, j.scopes, j.service;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(quota_lock(asked.organisation_id));
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
  SELECT q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at
  FROM quotas q, quota_window(q.span, q.time_zone, now()) c
  WHERE q.organisation_id = asked.organisation_id AND q.scope = ANY (asked.scopes) AND q.unit = asked.unit
  ORDER BY q.scope, q.span
  ON CONFLICT DO NOTHING;
  RETURN QUERY
  WITH held AS MATERIALIZED (
    SELECT w.*, q.amount
    FROM quotas q
    CROSS JOIN quota_window(q.span, q.time_zone, now()) c
    JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = c.starts_at
    WHERE q.organisation_id = asked.organisation_id AND q.scope = ANY (asked.scopes) AND q.unit = asked.unit
    ORDER BY w.scope, w.span, w.starts_at
    FOR UPDATE OF w
  )
  UPDATE quota_windows w SET granted = h.used + asked.wanted - h.amount
  FROM held h
  WHERE h.used + asked.wanted > h.amount + h.granted
    AND w.organisation_id = h.organisation_id AND w.scope = h.scope AND w.unit = h.unit AND w.span = h.span
    AND w.starts_at = h.starts_at
  RETURNING w.scope, w.unit, w.span, w.starts_at, w.ends_at, h.granted, w.granted;
  PERFORM reserve_quota(asked.organisation_id, held_batch, asked.scopes, asked.unit, asked.wanted);
  INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
    counts_at)
  SELECT j.organisation_id, j.account_id, concat_ws(':', split_part(b.conversation, ':', 1), split_part(b.conversation, ':', 2)),
    -- A thread is of its channel.
    concat_ws(':', split_part(b.conversation, ':', 1), split_part(b.conversation, ':', 2), split_part(b.conversation, ':', 3)),
    b.id, j.id, b.request->>'model', 'reserved', asked.unit, j.cost, j.cost, now()
  FROM jobs j JOIN batches b ON b.id = j.batch_id
  WHERE j.id = ANY (asked.ids);
END;
$$;--> statement-breakpoint
-- What a window holds by what was written down.
CREATE FUNCTION "used_within"("organisation" uuid, "of_scope" text, "counted_in" text, "since" timestamptz, "until" timestamptz)
RETURNS bigint
LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN of_scope LIKE 'key:%' THEN (
    SELECT coalesce(sum(j.cost), 0)
    FROM ledger l JOIN jobs j ON j.id = l.job_id
    -- Jobs wait for a key no longer than a day or two.
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since - interval '7 days' AND l.counts_at < until
      AND l.entry = 'reserved' AND l.unit = counted_in AND of_scope = 'key:' || j.credential_id
      AND j.submitted_at >= since AND j.submitted_at < until AND j.state NOT IN ('held', 'waiting')
      AND j.settlement <> 'released'
      AND NOT EXISTS (SELECT FROM ledger r WHERE r.job_id = j.id AND r.entry = 'refunded')
  ) ELSE (
    SELECT coalesce(sum(l.net), 0)
    FROM ledger l JOIN jobs j ON j.id = l.job_id
    WHERE l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= since AND l.counts_at < until
      AND l.unit = counted_in AND of_scope = ANY (j.scopes)
  ) END::bigint;
$$;--> statement-breakpoint
-- Makes the present windows of quotas anew from what was written down (of these scopes; null: of all), grants kept. To be called
-- when a quota, its zone, or what lies in its scope has changed.
CREATE FUNCTION "sum_windows"("organisation" uuid, "of_scopes" text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(quota_lock(organisation));
  PERFORM FROM quota_windows w
  WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
  ORDER BY w.scope, w.unit, w.span, w.starts_at
  FOR UPDATE;
  WITH present AS MATERIALIZED (
    SELECT q.organisation_id, q.scope, q.unit, q.span, q.amount, c.starts_at, c.ends_at
    FROM quotas q, quota_window(q.span, q.time_zone, now()) c
    WHERE q.organisation_id = organisation AND (of_scopes IS NULL OR q.scope = ANY (of_scopes))
  ), former AS (
    DELETE FROM quota_windows w
    WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
      AND NOT EXISTS (
        SELECT FROM present p
        WHERE p.scope = w.scope AND p.unit = w.unit AND p.span = w.span AND p.starts_at = w.starts_at
      )
    RETURNING w.scope, w.unit, w.span, w.granted
  )
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, used, granted)
  SELECT p.organisation_id, p.scope, p.unit, p.span, p.starts_at, p.ends_at,
    used_within(p.organisation_id, p.scope, p.unit, p.starts_at, p.ends_at),
    coalesce((SELECT max(f.granted) FROM former f WHERE f.scope = p.scope AND f.unit = p.unit AND f.span = p.span), 0)
  FROM present p
  ORDER BY p.scope, p.unit, p.span, p.starts_at
  ON CONFLICT (organisation_id, scope, unit, span, starts_at) DO UPDATE
  SET used = excluded.used, ends_at = excluded.ends_at;
END;
$$;
