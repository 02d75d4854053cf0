-- Frees slots that are held by jobs with an unknown outcome: those of clips sent more than `clip_ms` ago, those of pictures
-- sent more than `picture_ms` ago, and the oldest of the other clips until they hold no more than half of their key's clip
-- slots. Half of a single slot is none: the contract knows no limit for clips, a create that the gateway refuses costs nothing,
-- and a slot that is kept holds up every clip. Reservations stay.
--
-- Arguments: fingerprints of the keys, null for all; the two ages in milliseconds.
-- Returns how many slots it freed.
-- Locks: each key, in the order of fingerprints, so that two calls see each other's work; then the jobs. Locked jobs are
-- skipped, their id may just be arriving.
CREATE OR REPLACE FUNCTION free_unknown_slots(fingerprints text[], clip_ms float8, picture_ms float8) RETURNS bigint
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  keys text[] := coalesce(fingerprints, ARRAY(
    SELECT DISTINCT s.key_fingerprint FROM jobs j JOIN slots s ON s.id = j.slot_id AND s.job_id = j.id
    WHERE j.indexed_as = 'unknown'
  ));
  freed bigint;
BEGIN
  IF cardinality(keys) = 0 THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(k.key, 24218)) FROM (SELECT DISTINCT unnest(keys) AS key ORDER BY 1) k;
  WITH holding AS MATERIALIZED (
    SELECT s.key_fingerprint, s.service, s.id AS slot, j.id, j.submitted_at, key_slots(c, s.service) AS of_key
    FROM jobs j
    JOIN slots s ON s.id = j.slot_id AND s.job_id = j.id
    JOIN credentials c ON c.id = j.credential_id
    WHERE j.indexed_as = 'unknown' AND s.key_fingerprint = ANY (keys)
    -- Locked: its id may just be arriving.
    FOR UPDATE OF j SKIP LOCKED
  ), ranked AS (
    SELECT h.*, row_number() OVER (
      PARTITION BY h.key_fingerprint, h.service ORDER BY h.submitted_at DESC, h.id DESC
    ) AS nth
    FROM holding h
  )
  UPDATE slots SET job_id = NULL
  FROM ranked r
  WHERE slots.id = r.slot AND (
    r.submitted_at < now() - CASE r.service WHEN 'video' THEN clip_ms ELSE picture_ms END * interval '1 millisecond'
    OR (r.service = 'video' AND r.nth > r.of_key / 2)
  );
  GET DIAGNOSTICS freed = ROW_COUNT;
  RETURN freed;
END;
$$;
