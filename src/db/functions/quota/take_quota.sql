-- Takes amounts from every quota of these scopes and units, or from none. The first request that takes a window past 80 or
-- 100 per cent is noted in `quota_warnings`, or in `money_quota_warnings`.
--
-- Arguments: the organisation, the batch, its scopes; units (`images`, `seconds`, or money such as `money:EUR`), and the amount of each.
-- Locks: the windows, in their order. The caller shares the lock of the organisation's quotas.
-- Raises EA001 when a quota is too small, with those quotas and what was wanted of each as JSON in the detail.
CREATE OR REPLACE FUNCTION take_quota(organisation uuid, batch uuid, lies_in text[], units text[], amounts bigint[]) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  excess jsonb;
BEGIN
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
  SELECT q.organisation_id, q.scope, q.unit, q.span, c.starts_at, c.ends_at
  FROM quotas_of(organisation) q, quota_window(q.span, q.time_zone, now()) c
  WHERE q.scope = ANY (lies_in) AND q.unit = ANY (units)
  ORDER BY q.scope, q.unit, q.span
  ON CONFLICT DO NOTHING;
  WITH held AS MATERIALIZED (
    SELECT q.amount, q.time_zone, amounts[array_position(units, w.unit)] AS wanted, w.*
    FROM quotas_of(organisation) q
    CROSS JOIN quota_window(q.span, q.time_zone, now()) c
    JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = c.starts_at
    WHERE q.scope = ANY (lies_in) AND q.unit = ANY (units)
    ORDER BY w.scope, w.unit, w.span, w.starts_at
    FOR UPDATE OF w
  )
  SELECT jsonb_agg(jsonb_build_object('scope', h.scope, 'unit', h.unit, 'span', h.span, 'amount', h.amount,
    'granted', h.granted, 'used', h.used, 'asked', h.wanted, 'endsAt', h.ends_at, 'timeZone', h.time_zone))
  INTO excess
  FROM held h WHERE h.used + h.wanted > h.amount + h.granted;
  IF excess IS NOT NULL THEN
    RAISE EXCEPTION 'over quota' USING ERRCODE = 'EA001', DETAIL = excess::text;
  END IF;
  WITH taken AS (
    UPDATE quota_windows w
    SET used = w.used + amounts[array_position(units, w.unit)],
      warned = greatest(w.warned, quota_percent(w.used + amounts[array_position(units, w.unit)], q.amount + w.granted))
    FROM quotas_of(organisation) q, quota_window(q.span, q.time_zone, now()) c
    WHERE q.scope = ANY (lies_in) AND q.unit = ANY (units)
      AND w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit AND w.span = q.span
      AND w.starts_at = c.starts_at
    RETURNING w.*, q.amount
  ), in_money AS (
    INSERT INTO money_quota_warnings (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
    SELECT t.organisation_id, t.scope, t.unit, t.span, t.starts_at, t.warned, t.ends_at, batch, t.used, t.amount + t.granted
    FROM taken t WHERE t.warned > 0 AND t.unit LIKE 'money:%'
    ON CONFLICT DO NOTHING
  )
  INSERT INTO quota_warnings (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
  SELECT t.organisation_id, t.scope, t.unit, t.span, t.starts_at, t.warned, t.ends_at, batch, t.used, t.amount + t.granted
  FROM taken t WHERE t.warned > 0 AND t.unit NOT LIKE 'money:%'
  ON CONFLICT DO NOTHING;
END;
$$;
