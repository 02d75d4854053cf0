-- The keys of an organisation that may be given new jobs of a service.
--
-- Arguments: the organisation; `image` or `video`.
-- Returns for each key: how many jobs it may have at once, what is left of its quotas (null without any) and which those are,
-- how many slots are held, and whether one may be taken (`slots_of_key`).
CREATE OR REPLACE FUNCTION usable_keys(organisation uuid, wanted text) RETURNS TABLE (
  credential_id uuid, key_fingerprint text, scope text, concurrency integer, remainder bigint, caps text[], held bigint,
  free boolean)
LANGUAGE sql STABLE AS $$
  SELECT c.id, c.fingerprint, c.scope, carried.jobs, cap.remainder, cap.caps, slot.held,
    coalesce(slot.needs <= carried.jobs, false)
  FROM credentials c
  CROSS JOIN LATERAL (SELECT key_slots(c, wanted) AS jobs) carried
  CROSS JOIN LATERAL (
    SELECT count(s.job_id) AS held, min(s.needs) FILTER (WHERE s.job_id IS NULL) AS needs
    FROM slots_of_key(c.fingerprint, wanted) s
  ) slot
  CROSS JOIN LATERAL (
    SELECT min(q.amount + coalesce(w.granted, 0) - coalesce(w.used, 0)) AS remainder,
      array_agg(q.scope || ' ' || q.unit || ' ' || q.span) AS caps
    FROM quotas q
    CROSS JOIN LATERAL quota_window(q.span, q.time_zone, now()) current
    LEFT JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = current.starts_at
    WHERE q.organisation_id = organisation AND q.scope = 'key:' || c.id AND q.scope LIKE 'key:%'
      AND q.unit = quota_unit(wanted)
  ) cap
  WHERE c.organisation_id = organisation AND wanted = ANY (c.services) AND c.invalid_at IS NULL AND c.disabled_at IS NULL
    AND c.removed_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
    AND NOT EXISTS (SELECT FROM pauses p WHERE p.organisation_id = organisation AND p.scope = 'key:' || c.id);
$$;
