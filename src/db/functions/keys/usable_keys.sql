-- The keys of an organisation that may be given new jobs of a service. Reads each slot once, however many keys have its secret.
--
-- Arguments: the organisation; `image` or `video`.
-- Returns for each key: how many jobs it may have at once, what is left of its quotas (null without any) and which those are,
-- how many slots are held, and whether one may be taken (`slots_of_key`).
CREATE OR REPLACE FUNCTION usable_keys(organisation uuid, wanted text) RETURNS TABLE (
  credential_id uuid, key_fingerprint text, scope text, concurrency integer, remainder bigint, caps text[], held bigint,
  free boolean)
LANGUAGE sql STABLE AS $$
  WITH known AS MATERIALIZED (
    SELECT c.id, c.fingerprint, c.scope, key_slots(c, wanted) AS jobs
    FROM credentials c
    WHERE c.organisation_id = organisation AND wanted = ANY (c.services) AND c.invalid_at IS NULL AND c.disabled_at IS NULL
      AND NOT wanted = ANY (c.refused_by)
      AND c.removed_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
      AND NOT EXISTS (SELECT FROM pauses p WHERE p.organisation_id = organisation AND p.scope = 'key:' || c.id)
  ), secret AS MATERIALIZED (
    SELECT one.fingerprint, slot.held, slot.needs
    FROM (SELECT DISTINCT k.fingerprint FROM known k) one
    CROSS JOIN LATERAL (
      SELECT count(s.job_id) AS held, min(s.needs) FILTER (WHERE s.job_id IS NULL) AS needs
      FROM slots_of_key(one.fingerprint, wanted) s
    ) slot
  )
  SELECT k.id, k.fingerprint, k.scope, k.jobs, cap.remainder, cap.caps, secret.held, coalesce(secret.needs <= k.jobs, false)
  FROM known k
  JOIN secret ON secret.fingerprint = k.fingerprint
  CROSS JOIN LATERAL (
    SELECT min(q.amount + coalesce(w.granted, 0) - coalesce(w.used, 0)) AS remainder,
      array_agg(q.scope || ' ' || q.unit || ' ' || q.span) AS caps
    FROM quotas q
    CROSS JOIN LATERAL quota_window(q.span, q.time_zone, now()) current
    LEFT JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = current.starts_at
    WHERE q.organisation_id = organisation AND q.scope = 'key:' || k.id AND q.scope LIKE 'key:%'
      AND q.unit = quota_unit(wanted)
  ) cap;
$$;
