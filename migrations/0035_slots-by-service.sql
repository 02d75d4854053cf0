ALTER TABLE "credentials" ADD COLUMN "clip_concurrency" integer;--> statement-breakpoint
UPDATE "credentials" SET "clip_concurrency" = "concurrency";--> statement-breakpoint
ALTER TABLE "credentials" ALTER COLUMN "clip_concurrency" SET NOT NULL;--> statement-breakpoint
-- Slots were for jobs of both services. Those that are held keep their number; each service gets what is missing beside them.
ALTER TABLE "slots" ADD COLUMN "service" text;--> statement-breakpoint
UPDATE "slots" SET "service" = coalesce((SELECT j.service FROM jobs j WHERE j.id = slots.job_id), 'image');--> statement-breakpoint
ALTER TABLE "slots" ALTER COLUMN "service" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "slots" DROP CONSTRAINT "slots_key_fingerprint_n_pk";--> statement-breakpoint
ALTER TABLE "slots" ADD CONSTRAINT "slots_key_fingerprint_service_n_pk" PRIMARY KEY("key_fingerprint","service","n");--> statement-breakpoint
INSERT INTO "slots" ("key_fingerprint", "service", "n")
SELECT DISTINCT c.fingerprint, service, n
FROM credentials c CROSS JOIN LATERAL unnest(c.services) AS service
CROSS JOIN LATERAL generate_series(1, c.concurrency) AS n
ON CONFLICT DO NOTHING;--> statement-breakpoint
-- How many jobs of a service a key may have at the gateway at once.
CREATE FUNCTION "key_slots"("key" credentials, "wanted" text) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE wanted WHEN 'image' THEN key.concurrency ELSE key.clip_concurrency END;
$$;--> statement-breakpoint
-- The keys of an organisation that may be given new jobs of a service: how much is left of their caps (null without any) and
-- which those are, how many jobs of that service they have, and whether there is room for one more.
--
-- After an admin has lowered what a key carries, jobs may hold slots beyond that. A slot may only be taken where its number
-- and those held above it make no more than that together; that holds whatever other processes take meanwhile, for each of
-- them keeps it as well.
CREATE OR REPLACE FUNCTION "usable_keys"("organisation" uuid, "wanted" text) RETURNS TABLE (
  "credential_id" uuid, "key_fingerprint" text, "scope" text, "concurrency" integer, "remainder" bigint, "caps" text[], "held" bigint,
  "free" boolean)
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
      AND q.unit = CASE wanted WHEN 'image' THEN 'images' ELSE 'seconds' END
  ) cap
  WHERE c.organisation_id = organisation AND wanted = ANY (c.services) AND c.invalid_at IS NULL AND c.disabled_at IS NULL
    AND c.removed_at IS NULL AND (c.resting_until IS NULL OR c.resting_until <= now())
    AND NOT EXISTS (SELECT FROM pauses p WHERE p.organisation_id = organisation AND p.scope = 'key:' || c.id);
$$;--> statement-breakpoint
-- Gives up to `at_most` waiting jobs to a worker, in one round trip. Each takes two statements: one takes the lane whose turn it
-- is after the one before; the other, which sees what was written until then, takes the lane's next job, a key and a slot.
-- Only jobs of a service that has an address, that lie in no paused scope, and whose member has fewer at the gateway than they
-- may have at once; there a job whose outcome is unknown counts for as long as it holds a slot. Their key is of the narrowest scope that has a usable one; where those are busy the job waits.
-- Lanes, slots and jobs that another process is just taking are skipped, so that processes never wait for each other; only
-- caps of keys are waited for, before anything else is taken. The worker's own row is held meanwhile: one that was declared
-- dead gets nothing.
CREATE OR REPLACE FUNCTION "claim_jobs"("worker" uuid, "image_url" text, "video_url" text, "at_most" integer) RETURNS SETOF "jobs"
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
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
            AND (u.state <> 'unknown' OR EXISTS (SELECT FROM slots s WHERE s.job_id = u.id))
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
        AND (u.state <> 'unknown' OR EXISTS (SELECT FROM slots s WHERE s.job_id = u.id))
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
      JOIN slots s ON s.key_fingerprint = k.key_fingerprint AND s.service = lane.service
      WHERE k.tier = 1 AND k.free AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.service = s.service AND above.n > s.n
          AND above.job_id IS NOT NULL
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
$$;--> statement-breakpoint
-- Frees slots of these keys (null: of all) that jobs hold whose outcome is unknown: a clip's that was sent longer ago than
-- `clip_ms`, a picture's longer ago than `picture_ms`, and of the clips the oldest until they hold no more than half of a key's
-- slots for clips. Half of a single slot is none, so that one is free at once: the contract knows no limit for clips, and a
-- create that the gateway refuses costs nothing, while a slot that is kept holds up every clip. What a job has reserved stays.
-- For each key one at a time, so that two that are written at once see each other. Returns how many it freed.
CREATE FUNCTION "free_unknown_slots"("fingerprints" text[], "clip_ms" float8, "picture_ms" float8) RETURNS bigint
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  keys text[] := coalesce(fingerprints, ARRAY(
    SELECT DISTINCT s.key_fingerprint FROM jobs j JOIN slots s ON s.job_id = j.id WHERE j.state = 'unknown'
  ));
  freed bigint;
BEGIN
  IF cardinality(keys) = 0 THEN
    RETURN 0;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(k.key, 24218)) FROM (SELECT DISTINCT unnest(keys) AS key ORDER BY 1) k;
  WITH holding AS MATERIALIZED (
    SELECT s.key_fingerprint, s.service, s.n, j.id, j.submitted_at, key_slots(c, s.service) AS of_key
    FROM jobs j
    JOIN slots s ON s.job_id = j.id
    JOIN credentials c ON c.id = j.credential_id
    WHERE j.state = 'unknown' AND s.key_fingerprint = ANY (keys)
    -- Its id may just be coming in.
    FOR UPDATE OF j SKIP LOCKED
  ), ranked AS (
    SELECT h.*, row_number() OVER (
      PARTITION BY h.key_fingerprint, h.service ORDER BY h.submitted_at DESC, h.id DESC
    ) AS nth
    FROM holding h
  )
  UPDATE slots SET job_id = NULL
  FROM ranked r
  WHERE slots.key_fingerprint = r.key_fingerprint AND slots.service = r.service AND slots.n = r.n AND (
    r.submitted_at < now() - CASE r.service WHEN 'video' THEN clip_ms ELSE picture_ms END * interval '1 millisecond'
    OR (r.service = 'video' AND r.nth > r.of_key / 2)
  );
  GET DIAGNOSTICS freed = ROW_COUNT;
  RETURN freed;
END;
$$;--> statement-breakpoint
-- Gives jobs whose ids came late a slot of their key again, as far as one is free. Where none is, such a job goes on without: it
-- is at the gateway already, and nothing that could be refused makes it less. Returns how many it took.
CREATE FUNCTION "retake_slots"("late" jobs[]) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  job jobs;
  taken bigint := 0;
BEGIN
  FOREACH job IN ARRAY late LOOP
    CONTINUE WHEN EXISTS (SELECT FROM slots s WHERE s.job_id = job.id);
    UPDATE slots SET job_id = job.id
    FROM (
      SELECT s.key_fingerprint, s.service, s.n
      FROM credentials c
      JOIN slots s ON s.key_fingerprint = c.fingerprint AND s.service = job.service
      WHERE c.id = job.credential_id AND s.job_id IS NULL AND s.n + (
        SELECT count(*) FROM slots above
        WHERE above.key_fingerprint = s.key_fingerprint AND above.service = s.service AND above.n > s.n
          AND above.job_id IS NOT NULL
      ) <= key_slots(c, job.service)
      ORDER BY s.n
      LIMIT 1
      FOR UPDATE OF s SKIP LOCKED
    ) free
    WHERE slots.key_fingerprint = free.key_fingerprint AND slots.service = free.service AND slots.n = free.n;
    IF FOUND THEN
      taken := taken + 1;
    END IF;
  END LOOP;
  RETURN taken;
END;
$$;
