ALTER TABLE "batches" ADD COLUMN "intake" jsonb;--> statement-breakpoint
-- Writes the jobs of batches that were taken in without, and what belongs to them: what they take, as of when they were taken
-- in, the notice, the place in line of who asked, and what is held for an admin. Where that is written already nothing happens,
-- also when two do it at once. Returns for how many batches it was not.
CREATE FUNCTION "write_jobs"("ids" uuid[]) RETURNS bigint
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  written bigint;
BEGIN
  WITH due AS MATERIALIZED (
    SELECT b.id, b.intake FROM batches b WHERE b.id = ANY (ids) AND b.intake IS NOT NULL ORDER BY b.id FOR UPDATE
  ), batch AS (
    UPDATE batches b SET intake = NULL FROM due WHERE b.id = due.id
    RETURNING b.id, b.organisation_id, b.account_id, b.service, b.created_at, due.intake
  ), made AS (
    INSERT INTO jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
      idempotency_key, settlement, scopes, at_once, own_keys, cost)
    SELECT job.id, batch.id, batch.organisation_id, batch.account_id, batch.service, job.ordinal, wish.state, job.path,
      job.body, encode(sha256(convert_to(job.body, 'UTF8')), 'hex'), job.idempotency_key, 'reserved', wish.scopes, wish.at_once, wish.own_keys, wish.cost
    FROM batch, jsonb_to_record(batch.intake) AS wish (
      state text, scopes text[], at_once integer, own_keys boolean, cost integer, jobs jsonb
    ), jsonb_to_recordset(wish.jobs) AS job (
      id uuid, ordinal integer, path text, body text, idempotency_key text)
  ), lane AS (
    INSERT INTO lanes (organisation_id, service, account_id)
    SELECT DISTINCT batch.organisation_id, batch.service, batch.account_id FROM batch
    -- An insert that runs into a lane would wait for whoever is just serving it.
    WHERE NOT EXISTS (
      SELECT FROM lanes l
      WHERE l.organisation_id = batch.organisation_id AND l.service = batch.service AND l.account_id = batch.account_id
    )
    ON CONFLICT DO NOTHING
  ), notice AS (
    INSERT INTO posts (batch_id, kind, state) SELECT batch.id, 'notice', 'intended' FROM batch
  ), approval AS (
    INSERT INTO approvals (batch_id, organisation_id, reasons)
    SELECT batch.id, batch.organisation_id, wish.reasons
    FROM batch, jsonb_to_record(batch.intake) AS wish (reasons text[])
    WHERE wish.reasons IS NOT NULL
  ), booked AS (
    INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
      counts_at)
    SELECT batch.organisation_id, batch.account_id, wish.workspace, wish.channel, batch.id, job.id, wish.model, 'reserved',
      wish.unit, wish.cost, wish.cost, batch.created_at
    FROM batch, jsonb_to_record(batch.intake) AS wish (
      reserves boolean, cost integer, unit text, workspace text, channel text, model text, jobs jsonb
    ), jsonb_to_recordset(wish.jobs) AS job (id uuid)
    WHERE wish.reserves
  )
  SELECT count(*) INTO written FROM batch;
  RETURN written;
END;
$$;--> statement-breakpoint
-- Makes the present windows of quotas anew from what was written down (of these scopes; null: of all), grants kept. To be called
-- when a quota, its zone, or what lies in its scope has changed.
CREATE OR REPLACE FUNCTION "sum_windows"("organisation" uuid, "of_scopes" text[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(quota_lock(organisation));
  -- What has been taken counts by its jobs. Before windows are locked, as by whoever claims.
  PERFORM write_jobs(ARRAY(
    SELECT b.id FROM batches b
    WHERE b.closed_at IS NULL AND b.intake IS NOT NULL AND b.organisation_id = organisation
    ORDER BY b.id
  ));
  PERFORM FROM quota_windows w
  WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
  ORDER BY w.scope, w.unit, w.span, w.starts_at
  FOR UPDATE;
  WITH present AS MATERIALIZED (
    SELECT q.organisation_id, q.scope, q.unit, q.span, q.amount, c.starts_at, c.ends_at
    FROM quotas q, quota_window(q.span, q.time_zone, now()) c
    WHERE q.organisation_id = organisation AND (of_scopes IS NULL OR q.scope = ANY (of_scopes))
  ), former AS (
    DELETE FROM quota_windows w
    WHERE w.organisation_id = organisation AND (of_scopes IS NULL OR w.scope = ANY (of_scopes)) AND w.ends_at > now()
      AND NOT EXISTS (
        SELECT FROM present p
        WHERE p.scope = w.scope AND p.unit = w.unit AND p.span = w.span AND p.starts_at = w.starts_at
      )
    RETURNING w.scope, w.unit, w.span, w.granted
  )
  INSERT INTO quota_windows (organisation_id, scope, unit, span, starts_at, ends_at, used, granted)
  SELECT p.organisation_id, p.scope, p.unit, p.span, p.starts_at, p.ends_at,
    used_within(p.organisation_id, p.scope, p.unit, p.starts_at, p.ends_at),
    coalesce((SELECT max(f.granted) FROM former f WHERE f.scope = p.scope AND f.unit = p.unit AND f.span = p.span), 0)
  FROM present p
  ORDER BY p.scope, p.unit, p.span, p.starts_at
  ON CONFLICT (organisation_id, scope, unit, span, starts_at) DO UPDATE
  SET used = excluded.used, ends_at = excluded.ends_at;
END;
$$;
