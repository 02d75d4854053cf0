-- Gives waiting jobs to a worker, in one round trip.
--
-- Organisations take turns, and so do the members of each: the next job belongs to the organisation that was served least
-- recently, and there to the member who was. So 10,000 jobs of one member delay another's first by one turn. A member's own
-- jobs go in the order in which they were requested.
--
-- A turn finds the member's next job and locks the member's lane. Another statement, which sees everything committed until then,
-- gives the job a key and a slot. A job is passed over while its service has no address, while one of its scopes is paused, and while its
-- member has as many jobs at the gateway as allowed (`jobs_at_gateway`). The key comes from the narrowest scope that has a
-- usable one (`key_place`). While those keys are busy, the job waits.
--
-- Arguments: the worker; the address of each service, null to leave its jobs alone; how many jobs at most.
-- Returns the jobs, now `submitting`; none to a worker without a row, which has been declared dead.
-- Locks: first the worker's row, then the quotas of organisations with waiting jobs (shared) and the windows of their key quotas, in
-- their order. Lanes, jobs, slots and organisations whose quotas are just being changed are skipped: such a change may take long,
-- and no organisation waits for another's.
CREATE OR REPLACE FUNCTION claim_jobs(worker uuid, image_url text, video_url text, at_most integer) RETURNS SETOF jobs
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- The lanes in which something waited when the claim began.
  queued lanes[];
  share record;
  member record;
  next_job uuid;
  lane lanes;
  -- Organisations with key quotas that nobody is changing.
  steady uuid[];
  -- Lanes that this claim can't serve any further, by service and account; and organisations without a free key, by service.
  empty text[] := '{}';
  busy text[] := '{}';
  capped text[] := '{}';
BEGIN
  PERFORM FROM workers WHERE id = worker FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  queued := ARRAY(
    -- Steps from lane to lane by the index, however many jobs wait in each.
    WITH RECURSIVE waiting AS (
      (
        SELECT j.organisation_id, j.service, j.account_id FROM jobs j
        WHERE j.state = 'waiting'
        ORDER BY j.organisation_id, j.service, j.account_id
        LIMIT 1
      )
      UNION ALL
      SELECT next.* FROM waiting w CROSS JOIN LATERAL (
        SELECT j.organisation_id, j.service, j.account_id FROM jobs j
        WHERE j.state = 'waiting'
          AND (j.organisation_id, j.service, j.account_id) > (w.organisation_id, w.service, w.account_id)
        ORDER BY j.organisation_id, j.service, j.account_id
        LIMIT 1
      ) next
    )
    SELECT l FROM waiting w JOIN lanes l USING (organisation_id, service, account_id)
    WHERE CASE w.service WHEN 'image' THEN image_url ELSE video_url END IS NOT NULL
  );
  steady := ARRAY(
    SELECT o.organisation_id
    FROM (SELECT DISTINCT q.organisation_id FROM unnest(queued) q) o
    WHERE EXISTS (SELECT FROM quotas q WHERE q.organisation_id = o.organisation_id AND q.scope LIKE 'key:%')
      AND pg_try_advisory_xact_lock_shared(quota_lock(o.organisation_id))
  );
  IF steady <> '{}' THEN
    INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
    SELECT q.organisation_id, q.scope, q.unit, q.span, current.starts_at, current.ends_at
    FROM quotas q, quota_window(q.span, q.time_zone, now()) current
    WHERE q.organisation_id = ANY (steady) AND q.scope LIKE 'key:%'
    ORDER BY q.organisation_id, q.scope, q.unit, q.span
    ON CONFLICT DO NOTHING;
    WITH held AS MATERIALIZED (
      SELECT w.scope, w.unit, w.span
      FROM quotas q
      CROSS JOIN quota_window(q.span, q.time_zone, now()) current
      JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
        AND w.span = q.span AND w.starts_at = current.starts_at
      WHERE q.organisation_id = ANY (steady) AND q.scope LIKE 'key:%'
      ORDER BY w.organisation_id, w.scope, w.unit, w.span, w.starts_at
      FOR UPDATE OF w
    )
    SELECT coalesce(array_agg(h.scope || ' ' || h.unit || ' ' || h.span), '{}') INTO capped FROM held h;
  END IF;
  FOR turn IN 1..at_most LOOP
    lane := NULL;
    <<shares>>
    FOR share IN
      SELECT q.organisation_id, q.service
      FROM unnest(queued) q
      WHERE q.service || q.organisation_id <> ALL (busy) AND q.service || q.account_id <> ALL (empty)
      GROUP BY q.organisation_id, q.service
      ORDER BY (
        SELECT max(l.last_served) FROM lanes l WHERE l.organisation_id = q.organisation_id AND l.service = q.service
      )
    LOOP
      IF NOT EXISTS (SELECT FROM usable_keys(share.organisation_id, share.service) k WHERE k.free) THEN
        busy := busy || (share.service || share.organisation_id);
        CONTINUE;
      END IF;
      -- Somebody is changing this organisation's quotas. Asked before a turn is taken, so that others still get all of them.
      IF NOT pg_try_advisory_xact_lock_shared(quota_lock(share.organisation_id)) THEN
        busy := busy || (share.service || share.organisation_id);
        CONTINUE;
      END IF;
      FOR member IN
        SELECT q.account_id
        FROM unnest(queued) q
        JOIN lanes l USING (organisation_id, service, account_id)
        WHERE q.organisation_id = share.organisation_id AND q.service = share.service
          AND q.service || q.account_id <> ALL (empty)
        ORDER BY l.last_served
      LOOP
        next_job := (
          WITH keys AS MATERIALIZED (
            SELECT k.*, listed_models(k.credential_id, share.service) AS models
            FROM usable_keys(share.organisation_id, share.service) k
          ), under_way AS MATERIALIZED (
            SELECT u.jobs FROM jobs_at_gateway(share.organisation_id, member.account_id, share.service) u
          )
          -- In this order the index is used.
          SELECT j.id FROM jobs j
          WHERE j.state = 'waiting' AND j.organisation_id = share.organisation_id AND j.service = share.service
            AND j.account_id = member.account_id AND j.not_before <= now() AND j.cancel_requested_at IS NULL
            AND coalesce(j.at_once, 2147483647) > (SELECT u.jobs FROM under_way u)
            AND NOT EXISTS (
              SELECT FROM pauses p WHERE p.organisation_id = j.organisation_id AND p.scope = ANY (j.scopes)
            ) AND (
              SELECT bool_or(fitting.free)
              FROM (
                SELECT k.free, key_place(key_rank(k.scope, j.scopes, j.own_keys), k.models, j.batch_id) AS place FROM keys k
                WHERE k.remainder IS NULL OR k.remainder >= j.cost
              ) fitting
              WHERE fitting.place IS NOT NULL
              GROUP BY fitting.place
              ORDER BY fitting.place
              LIMIT 1
            )
          ORDER BY j.created_at, j.ordinal
          LIMIT 1
        );
        -- A lane without such a job is not locked: that would write to its row in each claim.
        IF next_job IS NOT NULL THEN
          SELECT l.* INTO lane
          FROM lanes l
          WHERE l.organisation_id = share.organisation_id AND l.service = share.service
            AND l.account_id = member.account_id
          FOR UPDATE SKIP LOCKED;
          EXIT shares WHEN FOUND;
        END IF;
        empty := empty || (share.service || member.account_id);
      END LOOP;
    END LOOP;
    EXIT WHEN lane.account_id IS NULL;
    RETURN QUERY
    WITH keys AS MATERIALIZED (
      SELECT k.credential_id, k.key_fingerprint, k.scope, k.concurrency, k.remainder, k.caps, k.held,
        -- The window of a quota that was set a moment ago, or was just being changed, is not locked: its key waits for the next claim.
        k.free AND (k.caps IS NULL OR k.caps <@ capped) AS free,
        listed_models(k.credential_id, lane.service) AS models
      FROM usable_keys(lane.organisation_id, lane.service) k
    ), job AS MATERIALIZED (
      -- Until the lane was locked, another claim may have taken this job, or as many others as its member may have at once.
      SELECT j.id, j.batch_id, j.cost, j.scopes, j.own_keys
      FROM jobs j
      WHERE j.id = next_job AND j.state = 'waiting' AND j.cancel_requested_at IS NULL
        AND coalesce(j.at_once, 2147483647) > (
          SELECT u.jobs FROM jobs_at_gateway(lane.organisation_id, lane.account_id, lane.service) u
        )
      FOR UPDATE OF j SKIP LOCKED
    ), fitting AS MATERIALIZED (
      SELECT k.*, rank() OVER (ORDER BY placed.place) AS tier
      FROM job, keys k
      CROSS JOIN LATERAL (
        SELECT key_place(key_rank(k.scope, job.scopes, job.own_keys), k.models, job.batch_id) AS place
      ) placed
      WHERE placed.place IS NOT NULL AND (k.remainder IS NULL OR k.remainder >= job.cost)
    ), slot AS MATERIALIZED (
      SELECT s.key_fingerprint, s.n, k.credential_id, k.caps
      FROM fitting k
      CROSS JOIN LATERAL slots_of_key(k.key_fingerprint, lane.service) o
      JOIN slots s ON s.key_fingerprint = k.key_fingerprint AND s.service = lane.service AND s.n = o.n
      WHERE k.tier = 1 AND k.free AND s.job_id IS NULL AND o.needs <= k.concurrency
      ORDER BY k.held, s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
    ), claimed AS (
      UPDATE jobs
      SET state = 'submitting', worker_id = worker, handled_by = worker, fence = fence + 1, create_tries = 1,
        credential_id = slot.credential_id, submitted_at = now(),
        base_url = CASE service WHEN 'image' THEN image_url ELSE video_url END
      FROM slot, job
      WHERE jobs.id = job.id
      RETURNING jobs.*
    ), taken AS (
      UPDATE slots SET job_id = claimed.id FROM claimed, slot
      WHERE slots.key_fingerprint = slot.key_fingerprint AND slots.service = claimed.service AND slots.n = slot.n
    ), served AS (
      UPDATE lanes SET last_served = clock_timestamp() FROM claimed
      WHERE lanes.organisation_id = claimed.organisation_id AND lanes.service = claimed.service
        AND lanes.account_id = claimed.account_id
    ), counted AS (
      UPDATE quota_windows w
      SET used = w.used + claimed.cost,
        warned = greatest(w.warned, quota_percent(w.used + claimed.cost, q.amount + w.granted))
      FROM claimed, slot, quotas q, quota_window(q.span, q.time_zone, now()) current
      WHERE slot.caps IS NOT NULL AND q.organisation_id = claimed.organisation_id
        AND q.scope = 'key:' || claimed.credential_id AND q.scope LIKE 'key:%'
        AND q.unit = quota_unit(claimed.service)
        AND w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit AND w.span = q.span
        AND w.starts_at = current.starts_at
      RETURNING w.*, q.amount, claimed.batch_id
    ), warned AS (
      INSERT INTO quota_warnings (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
      SELECT c.organisation_id, c.scope, c.unit, c.span, c.starts_at, c.warned, c.ends_at, c.batch_id, c.used,
        c.amount + c.granted
      FROM counted c WHERE c.warned > 0
      ON CONFLICT DO NOTHING
    )
    SELECT * FROM claimed;
    IF NOT FOUND THEN
      empty := empty || (lane.service || lane.account_id);
    END IF;
  END LOOP;
END;
$$;
