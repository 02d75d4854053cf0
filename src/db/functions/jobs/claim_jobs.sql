-- Gives waiting jobs of some organisations to a worker, in one round trip.
--
-- These organisations take turns, and so do the members of each: the next job belongs to the organisation that was served least
-- recently, and there to the member who was. So 10,000 jobs of one member delay another's first by one turn. A member's own
-- jobs go in the order in which they were requested.
--
-- A turn finds the member's next job and locks the member's lane. Another statement, which sees everything committed until then,
-- locks the job and a free slot for it. A job is passed over while its service has no address, while one of its scopes is paused, and while its
-- member has as many jobs at the gateway as allowed (`jobs_at_gateway`). The key comes from the narrowest scope that has a
-- usable one (`key_place`). While those keys are busy, the job waits. What holds up one job holds up all of its member that are
-- alike: same limit, scopes, keys, cost and model. The index has these together, so a turn reads one of each kind, however many wait.
--
-- An organisation's keys may have thousands of slots. A turn reads them once, however many members wait, and again only for the job
-- that it found.
--
-- Arguments: the worker; the address of each service, null to leave its jobs alone; how many jobs at most; the organisations
-- (`waiting_organisations`).
-- Returns the jobs, now `submitting`; none to a worker without a row, which has been declared dead.
-- Locks: first the worker's row, then the quotas of organisations with waiting jobs (shared) and the windows of their key quotas, in
-- their order. Lanes, jobs, slots and organisations whose quotas are just being changed are skipped: such a change may take long,
-- and no organisation waits for another's.
CREATE OR REPLACE FUNCTION claim_jobs(worker uuid, image_url text, video_url text, at_most integer, organisations uuid[]) RETURNS SETOF jobs
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  -- Organisations by service in the order of their turns, each as its lane that was served last.
  shares lanes[];
  share lanes;
  -- The keys of `share`, those of them that a job can tell apart, and whether one has a free slot.
  all_keys jsonb;
  share_keys jsonb;
  has_free boolean;
  -- Waiting members' lanes, in the order of their turns, of each share that has had one.
  queued lanes[] := '{}';
  begun text[] := '{}';
  member record;
  next_job uuid;
  lane lanes;
  slot record;
  claimed jobs;
  -- Organisations with key quotas that nobody is changing.
  steady uuid[];
  -- Lanes that this claim can't serve any further, by service and account.
  empty text[] := '{}';
  capped text[] := '{}';
BEGIN
  PERFORM FROM workers WHERE id = worker FOR KEY SHARE;
  IF NOT FOUND THEN
    RETURN;
  END IF;
  shares := ARRAY(
    SELECT latest.lane
    FROM unnest(organisations) o (id)
    CROSS JOIN (VALUES ('image', image_url), ('video', video_url)) s (service, url)
    -- Ordered and limited, so that PostgreSQL follows the index, whatever it last counted.
    CROSS JOIN LATERAL (
      SELECT j.service FROM jobs j
      WHERE j.indexed_as = 'waiting' AND j.organisation_id = o.id AND j.service = s.service
      ORDER BY j.account_id
      LIMIT 1
    ) waiting
    CROSS JOIN LATERAL (
      SELECT l AS lane, l.last_served FROM lanes l
      WHERE l.organisation_id = o.id AND l.service = s.service
      ORDER BY l.last_served DESC
      LIMIT 1
    ) latest
    WHERE s.url IS NOT NULL
    ORDER BY latest.last_served, o.id
  );
  steady := ARRAY(
    SELECT o.organisation_id
    FROM (SELECT DISTINCT q.organisation_id FROM unnest(shares) q) o
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
    WHILE lane.account_id IS NULL AND cardinality(shares) > 0 LOOP
      share := shares[1];
      shares := shares[2:];
      SELECT coalesce(bool_or(k.free), false), jsonb_agg(k), jsonb_agg(DISTINCT jsonb_build_object(
        'scope', k.scope, 'remainder', k.remainder, 'free', k.free, 'models', k.models))
      INTO has_free, all_keys, share_keys
      FROM (
        SELECT u.*, listed_models(u.credential_id, share.service) AS models
        FROM usable_keys(share.organisation_id, share.service) u
      ) k;
      CONTINUE WHEN NOT has_free;
      -- Somebody is changing this organisation's quotas. Asked before a turn is taken, so that others still get all of them.
      CONTINUE WHEN NOT pg_try_advisory_xact_lock_shared(quota_lock(share.organisation_id));
      IF share.service || share.organisation_id <> ALL (begun) THEN
        begun := begun || (share.service || share.organisation_id);
        queued := queued || ARRAY(
          -- Steps from lane to lane by the index, however many jobs wait in each.
          WITH RECURSIVE waiting AS (
            (
              SELECT j.account_id FROM jobs j
              WHERE j.indexed_as = 'waiting' AND j.organisation_id = share.organisation_id AND j.service = share.service
              ORDER BY j.account_id
              LIMIT 1
            )
            UNION ALL
            SELECT further.account_id FROM waiting w CROSS JOIN LATERAL (
              SELECT j.account_id FROM jobs j
              WHERE j.indexed_as = 'waiting' AND j.organisation_id = share.organisation_id AND j.service = share.service
                AND j.account_id > w.account_id
              ORDER BY j.account_id
              LIMIT 1
            ) further
          )
          SELECT known.lane FROM waiting w CROSS JOIN LATERAL (
            SELECT l AS lane, l.last_served FROM lanes l
            WHERE l.organisation_id = share.organisation_id AND l.service = share.service AND l.account_id = w.account_id
            LIMIT 1
          ) known
          ORDER BY known.last_served
        );
      END IF;
      FOR member IN
        SELECT q.account_id
        FROM unnest(queued) q
        WHERE q.organisation_id = share.organisation_id AND q.service = share.service
          AND q.service || q.account_id <> ALL (empty)
      LOOP
        next_job := (
          WITH RECURSIVE keys AS MATERIALIZED (
            SELECT k.* FROM jsonb_to_recordset(share_keys) AS k (scope text, remainder bigint, free boolean, models text[])
          ), under_way AS MATERIALIZED (
            SELECT u.jobs FROM jobs_at_gateway(share.organisation_id, member.account_id, share.service) u
          ), kinds AS (
            (
              SELECT hash_array_extended(j.scopes || ARRAY[j.at_once::text, j.own_keys::text, j.cost::text, j.model], 0) AS kind
              FROM jobs j
              WHERE j.indexed_as = 'waiting' AND j.organisation_id = share.organisation_id AND j.service = share.service
                AND j.account_id = member.account_id
              ORDER BY hash_array_extended(j.scopes || ARRAY[j.at_once::text, j.own_keys::text, j.cost::text, j.model], 0)
              LIMIT 1
            )
            UNION ALL
            SELECT further.kind FROM kinds known CROSS JOIN LATERAL (
              SELECT hash_array_extended(j.scopes || ARRAY[j.at_once::text, j.own_keys::text, j.cost::text, j.model], 0) AS kind
              FROM jobs j
              WHERE j.indexed_as = 'waiting' AND j.organisation_id = share.organisation_id AND j.service = share.service
                AND j.account_id = member.account_id
                AND hash_array_extended(j.scopes || ARRAY[j.at_once::text, j.own_keys::text, j.cost::text, j.model], 0)
                  > known.kind
              ORDER BY hash_array_extended(j.scopes || ARRAY[j.at_once::text, j.own_keys::text, j.cost::text, j.model], 0)
              LIMIT 1
            ) further
          )
          SELECT oldest.id FROM kinds CROSS JOIN LATERAL (
            SELECT j.* FROM jobs j
            WHERE j.indexed_as = 'waiting' AND j.organisation_id = share.organisation_id AND j.service = share.service
              AND j.account_id = member.account_id
              AND hash_array_extended(j.scopes || ARRAY[j.at_once::text, j.own_keys::text, j.cost::text, j.model], 0) = kinds.kind
              -- The state too: a job that is listed wrongly must not stop those behind it.
              AND j.not_before <= now() AND j.cancel_requested_at IS NULL AND j.state = 'waiting'
            ORDER BY j.created_at, j.ordinal
            LIMIT 1
          ) oldest
          WHERE coalesce(oldest.at_once, 2147483647) > (SELECT u.jobs FROM under_way u)
            AND NOT EXISTS (
              SELECT FROM pauses p WHERE p.organisation_id = oldest.organisation_id AND p.scope = ANY (oldest.scopes)
            ) AND (
              SELECT bool_or(fitting.free)
              FROM (
                SELECT k.free, key_place(key_rank(k.scope, oldest.scopes, oldest.own_keys), k.models, oldest.batch_id) AS place
                FROM keys k
                WHERE k.remainder IS NULL OR k.remainder >= oldest.cost
              ) fitting
              WHERE fitting.place IS NOT NULL
              GROUP BY fitting.place
              ORDER BY fitting.place
              LIMIT 1
            )
          ORDER BY oldest.created_at, oldest.ordinal
          LIMIT 1
        );
        -- A lane without such a job is not locked: that would write to its row in each claim.
        IF next_job IS NOT NULL THEN
          SELECT l.* INTO lane
          FROM lanes l
          WHERE l.organisation_id = share.organisation_id AND l.service = share.service
            AND l.account_id = member.account_id
          FOR UPDATE SKIP LOCKED;
          EXIT WHEN FOUND;
        END IF;
        empty := empty || (share.service || member.account_id);
      END LOOP;
    END LOOP;
    EXIT WHEN lane.account_id IS NULL;
    WITH keys AS MATERIALIZED (
      SELECT k.credential_id, k.key_fingerprint, k.scope, k.concurrency, k.remainder, k.caps, k.held, k.models,
        -- The window of a quota that was set a moment ago, or was just being changed, is not locked: its key waits for the next claim.
        k.free AND (k.caps IS NULL OR k.caps <@ capped) AS free
      FROM jsonb_to_recordset(all_keys) AS k (credential_id uuid, key_fingerprint text, scope text, concurrency integer,
        remainder bigint, caps text[], held bigint, free boolean, models text[])
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
    )
    SELECT s.id, free.credential_id, free.caps INTO slot
    FROM (
      SELECT o.id, o.n, k.credential_id, k.caps, k.held
      FROM (
        -- Keys with the same secret have the same slots: they are read once, for the key that may use most of them.
        SELECT DISTINCT ON (f.key_fingerprint) f.*
        FROM fitting f
        WHERE f.tier = 1 AND f.free
        ORDER BY f.key_fingerprint, f.concurrency DESC
      ) k
      CROSS JOIN LATERAL slots_of_key(k.key_fingerprint, lane.service) o
      WHERE o.job_id IS NULL AND o.needs <= k.concurrency
      -- Sorted here, so that the slots are then looked up one by one, until one is not locked.
      ORDER BY k.held, o.n
    ) free
    JOIN slots s ON s.id = free.id
    WHERE s.job_id IS NULL
    -- A join need not keep the order.
    ORDER BY free.held, free.n
    LIMIT 1
    FOR UPDATE OF s SKIP LOCKED;
    IF FOUND THEN
      UPDATE jobs
      SET state = 'submitting', worker_id = worker, handled_by = worker, fence = fence + 1, create_tries = 1,
        credential_id = slot.credential_id, slot_id = slot.id, submitted_at = now(),
        base_url = CASE service WHEN 'image' THEN image_url ELSE video_url END
      WHERE jobs.id = next_job
      RETURNING * INTO claimed;
      RETURN NEXT claimed;
      UPDATE slots SET job_id = next_job WHERE slots.id = slot.id;
      UPDATE lanes SET last_served = clock_timestamp()
      WHERE lanes.organisation_id = lane.organisation_id AND lanes.service = lane.service AND lanes.account_id = lane.account_id;
      IF slot.caps IS NOT NULL THEN
        WITH counted AS (
          UPDATE quota_windows w
          SET used = w.used + claimed.cost,
            warned = greatest(w.warned, quota_percent(w.used + claimed.cost, q.amount + w.granted))
          FROM quotas q, quota_window(q.span, q.time_zone, now()) current
          WHERE q.organisation_id = claimed.organisation_id
            AND q.scope = 'key:' || claimed.credential_id AND q.scope LIKE 'key:%'
            AND q.unit = quota_unit(claimed.service)
            AND w.organisation_id = q.organisation_id AND w.scope = q.scope AND w.unit = q.unit AND w.span = q.span
            AND w.starts_at = current.starts_at
          RETURNING w.*, q.amount
        )
        INSERT INTO quota_warnings (organisation_id, scope, unit, span, starts_at, percent, ends_at, batch_id, used, amount)
        SELECT c.organisation_id, c.scope, c.unit, c.span, c.starts_at, c.warned, c.ends_at, claimed.batch_id, c.used,
          c.amount + c.granted
        FROM counted c WHERE c.warned > 0
        ON CONFLICT DO NOTHING;
      END IF;
      shares := array_append(shares, share);
      queued := array_append(
        ARRAY(SELECT q FROM unnest(queued) q WHERE q.service || q.account_id <> lane.service || lane.account_id), lane
      );
    ELSE
      shares := array_prepend(share, shares);
      empty := empty || (lane.service || lane.account_id);
    END IF;
  END LOOP;
END;
$$;
