-- The keys of an organisation that may be given new jobs of a service.
--
-- After an admin has lowered a key's slots, jobs may still hold slots above the limit. So a slot may be taken only if its
-- number plus the held slots above it stay within the limit. That holds whatever other processes take meanwhile, because each
-- keeps to it.
--
-- Arguments: the organisation; `image` or `video`.
-- Returns for each key: how many jobs it may have at once, what is left of its quotas (null without any) and which those are,
-- how many slots are held, and whether one is free.
CREATE OR REPLACE FUNCTION usable_keys(organisation uuid, wanted text) RETURNS TABLE (
  credential_id uuid, key_fingerprint text, scope text, concurrency integer, remainder bigint, caps text[], held bigint,
  free boolean)
LANGUAGE sql STABLE AS $$
  SELECT c.id, c.fingerprint, c.scope, carried.jobs, cap.remainder, cap.caps,
    (
      SELECT count(*) FROM slots s
      WHERE s.key_fingerprint = c.fingerprint AND s.service = wanted AND s.job_id IS NOT NULL
    ),
    EXISTS (
      SELECT FROM slots s
      WHERE s.key_fingerprint = c.fingerprint AND s.service = wanted AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.service = wanted AND above.n > s.n
          AND above.job_id IS NOT NULL
      ) <= carried.jobs
    )
  FROM credentials c
  CROSS JOIN LATERAL (SELECT key_slots(c, wanted) AS jobs) carried
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
