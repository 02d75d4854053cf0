-- Gives up to `at_most` waiting jobs to a worker, in one round trip: each by a statement of its own, which takes the lane
-- whose turn it is after the one before. Only jobs of a service that has an address, each with a free slot of a usable key.
-- Lanes, slots and jobs that another process is just taking are skipped, so that processes never wait for each other. The
-- worker's own row is held meanwhile: one that was declared dead gets nothing.
--
-- After an admin has lowered what a key carries, jobs may hold slots beyond that. A slot may only be taken where its number
-- and those held above it make no more than that together; that holds whatever other processes take meanwhile, for each of
-- them keeps it as well.
CREATE FUNCTION "claim_jobs"("worker" uuid, "image_url" text, "video_url" text, "at_most" integer) RETURNS SETOF "jobs"
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM workers WHERE id = worker FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  FOR turn IN 1..at_most LOOP
    RETURN QUERY
    WITH lane AS MATERIALIZED (
      SELECT l.organisation_id, l.service, l.account_id
      FROM lanes l
      WHERE CASE l.service WHEN 'image' THEN image_url ELSE video_url END IS NOT NULL
        AND EXISTS (
          SELECT FROM jobs j
          WHERE j.state = 'waiting' AND j.organisation_id = l.organisation_id AND j.service = l.service
            AND j.account_id = l.account_id AND j.not_before <= now() AND j.cancel_requested_at IS NULL
        ) AND EXISTS (
          SELECT FROM slots s JOIN credentials c ON c.fingerprint = s.key_fingerprint
          WHERE s.job_id IS NULL AND c.organisation_id = l.organisation_id AND l.service = ANY (c.services)
            AND c.invalid_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
            AND s.n + (
              SELECT count(*) FROM slots held
              WHERE held.key_fingerprint = s.key_fingerprint AND held.n > s.n AND held.job_id IS NOT NULL
            ) <= c.concurrency
        )
      ORDER BY l.last_served
      LIMIT 1
      FOR UPDATE SKIP LOCKED
    ), slot AS MATERIALIZED (
      SELECT s.key_fingerprint, s.n, c.id AS credential_id
      FROM slots s
      JOIN credentials c ON c.fingerprint = s.key_fingerprint
      JOIN lane ON lane.organisation_id = c.organisation_id AND lane.service = ANY (c.services)
      WHERE s.job_id IS NULL AND c.invalid_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
        AND s.n + (
          SELECT count(*) FROM slots held
          WHERE held.key_fingerprint = s.key_fingerprint AND held.n > s.n AND held.job_id IS NOT NULL
        ) <= c.concurrency
      ORDER BY s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
    ), job AS MATERIALIZED (
      SELECT j.id
      FROM jobs j
      JOIN lane ON lane.organisation_id = j.organisation_id AND lane.service = j.service
        AND lane.account_id = j.account_id
      WHERE j.state = 'waiting' AND j.not_before <= now() AND j.cancel_requested_at IS NULL
      ORDER BY j.created_at, j.ordinal
      LIMIT 1
      FOR UPDATE OF j SKIP LOCKED
    ), claimed AS (
      UPDATE jobs
      SET state = 'submitting', worker_id = worker, fence = fence + 1, create_tries = 1,
        credential_id = slot.credential_id, submitted_at = now(),
        base_url = CASE service WHEN 'image' THEN image_url ELSE video_url END
      FROM slot, job
      WHERE jobs.id = job.id
      RETURNING jobs.*
    ), taken AS (
      UPDATE slots SET job_id = claimed.id FROM claimed, slot
      WHERE slots.key_fingerprint = slot.key_fingerprint AND slots.n = slot.n
    ), served AS (
      UPDATE lanes SET last_served = clock_timestamp() FROM claimed
      WHERE lanes.organisation_id = claimed.organisation_id AND lanes.service = claimed.service
        AND lanes.account_id = claimed.account_id
    )
    SELECT * FROM claimed;
    EXIT WHEN NOT FOUND;
  END LOOP;
END;
$$;
