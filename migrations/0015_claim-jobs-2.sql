-- Where keys of a scope stand among those that may make a job: its member's own come first, then a group's, then the
-- workspace's, then everyone's. Null for a key that must not make it.
CREATE FUNCTION "key_rank"("key_scope" text, "lies_in" text[], "own_keys" boolean) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN key_scope = 'organisation' THEN 4
    WHEN key_scope <> ALL (lies_in) THEN NULL
    WHEN key_scope LIKE 'account:%' THEN CASE WHEN own_keys THEN 1 END
    WHEN key_scope LIKE 'group:%' THEN 2
    WHEN key_scope LIKE 'workspace:%' THEN 3
  END;
$$;--> statement-breakpoint
-- The keys of an organisation that may be given new jobs of a service: how much is left of their caps (null without any) and
-- which those are, how many jobs they have, and whether there is room for one more.
--
-- After an admin has lowered what a key carries, jobs may hold slots beyond that. A slot may only be taken where its number
-- and those held above it make no more than that together; that holds whatever other processes take meanwhile, for each of
-- them keeps it as well.
CREATE FUNCTION "usable_keys"("organisation" uuid, "wanted" text) RETURNS TABLE (
  "credential_id" uuid, "key_fingerprint" text, "scope" text, "concurrency" integer, "remainder" bigint, "caps" text[], "held" bigint,
  "free" boolean)
LANGUAGE sql STABLE AS $$
  SELECT c.id, c.fingerprint, c.scope, c.concurrency, cap.remainder, cap.caps,
    (SELECT count(*) FROM slots s WHERE s.key_fingerprint = c.fingerprint AND s.job_id IS NOT NULL),
    EXISTS (
      SELECT FROM slots s
      WHERE s.key_fingerprint = c.fingerprint AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.n > s.n AND above.job_id IS NOT NULL
      ) <= c.concurrency
    )
  FROM credentials c
  CROSS JOIN LATERAL (
    SELECT min(q.amount + coalesce(w.granted, 0) - coalesce(w.used, 0)) AS remainder,
      array_agg(q.scope || ' ' || q.unit || ' ' || q.span) AS caps
    FROM quotas q
    CROSS JOIN LATERAL quota_window(q.span, q.time_zone, now()) current
    LEFT JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
      AND w.span = q.span AND w.starts_at = current.starts_at
    WHERE q.organisation_id = organisation AND q.scope = 'key:' || c.id AND q.scope LIKE 'key:%'
      AND q.unit = CASE wanted WHEN 'image' THEN 'images' ELSE 'seconds' END
  ) cap
  WHERE c.organisation_id = organisation AND wanted = ANY (c.services) AND c.invalid_at IS NULL AND c.disabled_at IS NULL
    AND c.removed_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
    AND NOT EXISTS (SELECT FROM pauses p WHERE p.organisation_id = organisation AND p.scope = 'key:' || c.id);
$$;--> statement-breakpoint
DROP FUNCTION "claim_jobs";--> statement-breakpoint
-- Gives up to `at_most` waiting jobs to a worker, in one round trip. Each takes two statements: one takes the lane whose turn it
-- is after the one before; the other, which sees what was written until then, takes the lane's next job, a key and a slot.
-- Only jobs of a service that has an address, that lie in no paused scope, and whose member has fewer at the gateway than they
-- may have at once. Their key is of the narrowest scope that has a usable one; where those are busy the job waits.
-- Lanes, slots and jobs that another process is just taking are skipped, so that processes never wait for each other; only
-- caps of keys are waited for, before anything else is taken. The worker's own row is held meanwhile: one that was declared
-- dead gets nothing.
CREATE FUNCTION "claim_jobs"("worker" uuid, "image_url" text, "video_url" text, "at_most" integer) RETURNS SETOF "jobs"
LANGUAGE plpgsql AS $$
DECLARE
  lane lanes;
  -- Lanes that turned out to have nothing, by service and account.
  empty text[] := '{}';
  capped text[] := '{}';
BEGIN
  PERFORM FROM workers WHERE id = worker FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  IF EXISTS (SELECT FROM quotas q WHERE q.scope LIKE 'key:%') THEN
    INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at)
    SELECT q.organisation_id, q.scope, q.unit, q.span, current.starts_at, current.ends_at
    FROM quotas q, quota_window(q.span, q.time_zone, now()) current
    WHERE q.scope LIKE 'key:%'
    ORDER BY q.organisation_id, q.scope, q.unit, q.span
    ON CONFLICT DO NOTHING;
    WITH held AS MATERIALIZED (
      SELECT w.scope, w.unit, w.span
      FROM quotas q
      CROSS JOIN quota_window(q.span, q.time_zone, now()) current
      JOIN quota_windows w ON w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit
        AND w.span = q.span AND w.starts_at = current.starts_at
      WHERE q.scope LIKE 'key:%'
      ORDER BY w.organisation_id, w.scope, w.unit, w.span, w.starts_at
      FOR UPDATE OF w
    )
    SELECT coalesce(array_agg(h.scope || ' ' || h.unit || ' ' || h.span), '{}') INTO capped FROM held h;
  END IF;
  FOR turn IN 1..at_most LOOP
    SELECT l.* INTO lane
    FROM lanes l
    WHERE l.service || l.account_id <> ALL (empty) AND CASE
      WHEN CASE l.service WHEN 'image' THEN image_url ELSE video_url END IS NULL THEN false
      WHEN NOT EXISTS (
        SELECT FROM jobs j
        WHERE j.state = 'waiting' AND j.organisation_id = l.organisation_id AND j.service = l.service
          AND j.account_id = l.account_id AND j.not_before <= now() AND j.cancel_requested_at IS NULL
      ) THEN false
      WHEN NOT EXISTS (SELECT FROM usable_keys(l.organisation_id, l.service) k WHERE k.free) THEN false
      ELSE EXISTS (
        WITH keys AS MATERIALIZED (
          SELECT * FROM usable_keys(l.organisation_id, l.service)
        ), under_way AS MATERIALIZED (
          SELECT count(*) AS jobs FROM jobs u
          WHERE u.organisation_id = l.organisation_id AND u.account_id = l.account_id AND u.service = l.service
            AND u.state IN ('submitting', 'running', 'unknown')
        )
        SELECT FROM jobs j
        WHERE j.state = 'waiting' AND j.organisation_id = l.organisation_id AND j.service = l.service
          AND j.account_id = l.account_id AND j.not_before <= now() AND j.cancel_requested_at IS NULL
          AND (j.at_once IS NULL OR (SELECT u.jobs FROM under_way u) < j.at_once)
          AND NOT EXISTS (
            SELECT FROM pauses p WHERE p.organisation_id = j.organisation_id AND p.scope = ANY (j.scopes)
          ) AND (
            SELECT bool_or(k.free) FROM keys k
            WHERE key_rank(k.scope, j.scopes, j.own_keys) IS NOT NULL AND (k.remainder IS NULL OR k.remainder >= j.cost)
            GROUP BY key_rank(k.scope, j.scopes, j.own_keys)
            ORDER BY key_rank(k.scope, j.scopes, j.own_keys)
            LIMIT 1
          )
      ) END
    ORDER BY l.last_served
    LIMIT 1
    FOR UPDATE SKIP LOCKED;
    EXIT WHEN NOT FOUND;
    -- Whoever is just setting a quota sums up what there is.
    IF NOT pg_try_advisory_xact_lock_shared(quota_lock(lane.organisation_id)) THEN
      empty := empty || (lane.service || lane.account_id);
      CONTINUE;
    END IF;
    RETURN QUERY
    WITH keys AS MATERIALIZED (
      SELECT k.credential_id, k.key_fingerprint, k.scope, k.concurrency, k.remainder, k.caps, k.held,
        -- A cap that was set a moment ago is not locked: the key rests until the next claim.
        k.free AND (k.caps IS NULL OR k.caps <@ capped) AS free
      FROM usable_keys(lane.organisation_id, lane.service) k
    ), under_way AS MATERIALIZED (
      SELECT count(*) AS jobs FROM jobs u
      WHERE u.organisation_id = lane.organisation_id AND u.account_id = lane.account_id AND u.service = lane.service
        AND u.state IN ('submitting', 'running', 'unknown')
    ), job AS MATERIALIZED (
      SELECT j.id, j.cost, j.scopes, j.own_keys
      FROM jobs j
      WHERE j.state = 'waiting' AND j.organisation_id = lane.organisation_id AND j.service = lane.service
        AND j.account_id = lane.account_id AND j.not_before <= now() AND j.cancel_requested_at IS NULL
        AND (j.at_once IS NULL OR (SELECT u.jobs FROM under_way u) < j.at_once)
        AND NOT EXISTS (
          SELECT FROM pauses p WHERE p.organisation_id = j.organisation_id AND p.scope = ANY (j.scopes)
        ) AND (
          SELECT bool_or(k.free) FROM keys k
          WHERE key_rank(k.scope, j.scopes, j.own_keys) IS NOT NULL AND (k.remainder IS NULL OR k.remainder >= j.cost)
          GROUP BY key_rank(k.scope, j.scopes, j.own_keys)
          ORDER BY key_rank(k.scope, j.scopes, j.own_keys)
          LIMIT 1
        )
      ORDER BY j.created_at, j.ordinal
      LIMIT 1
      FOR UPDATE OF j SKIP LOCKED
    ), fitting AS MATERIALIZED (
      SELECT k.*, rank() OVER (ORDER BY key_rank(k.scope, job.scopes, job.own_keys)) AS tier
      FROM job, keys k
      WHERE key_rank(k.scope, job.scopes, job.own_keys) IS NOT NULL AND (k.remainder IS NULL OR k.remainder >= job.cost)
    ), slot AS MATERIALIZED (
      SELECT s.key_fingerprint, s.n, k.credential_id, k.caps
      FROM fitting k
      JOIN slots s ON s.key_fingerprint = k.key_fingerprint
      WHERE k.tier = 1 AND k.free AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.n > s.n AND above.job_id IS NOT NULL
      ) <= k.concurrency
      ORDER BY k.held, s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
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
    ), counted AS (
      UPDATE quota_windows w
      SET used = w.used + claimed.cost,
        warned = greatest(w.warned, quota_percent(w.used + claimed.cost, q.amount + w.granted))
      FROM claimed, slot, quotas q, quota_window(q.span, q.time_zone, now()) current
      WHERE slot.caps IS NOT NULL AND q.organisation_id = claimed.organisation_id
        AND q.scope = 'key:' || claimed.credential_id AND q.scope LIKE 'key:%'
        AND q.unit = CASE claimed.service WHEN 'image' THEN 'images' ELSE 'seconds' END
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
