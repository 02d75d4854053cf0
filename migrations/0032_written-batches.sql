-- Dropped first, for databases that were made while it was part of the migration before.
ALTER TABLE "batches" DROP CONSTRAINT IF EXISTS "batches_written";--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_written" CHECK (intake is null or closed_at is null);--> statement-breakpoint
-- Writes the jobs of batches that were taken in without, and what belongs to them: what they take, as of when they were taken
-- in, the notice, the place in line of who asked, and what is held for an admin. Where that is written already nothing happens,
-- also when two do it at once. Jobs count as asked for when their batch was, and lanes are made in one order. Returns for how
-- many batches it was not.
CREATE OR REPLACE FUNCTION "write_jobs"("ids" uuid[]) RETURNS bigint
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
      idempotency_key, settlement, scopes, at_once, own_keys, cost, created_at, waiting_since)
    SELECT job.id, batch.id, batch.organisation_id, batch.account_id, batch.service, job.ordinal, wish.state, job.path,
      job.body, encode(sha256(convert_to(job.body, 'UTF8')), 'hex'), job.idempotency_key, 'reserved', wish.scopes, wish.at_once, wish.own_keys, wish.cost,
      batch.created_at, batch.created_at
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
    -- So that two of these can't wait for each other.
    ORDER BY 1, 2, 3
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
$$;
