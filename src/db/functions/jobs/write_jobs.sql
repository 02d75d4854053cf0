-- Writes the jobs of accepted batches (`batches.intake`), with their reservations, the notice, the member's lane, and the
-- question to admins for a held batch. Times are those of the acceptance. A batch that has its jobs is left alone, so calling
-- it twice is harmless.
--
-- Arguments: the batches.
-- Returns for how many of them it wrote jobs.
-- Locks: the batches in the order of their ids; lanes are made in one order.
CREATE OR REPLACE FUNCTION write_jobs(ids uuid[]) RETURNS bigint
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  written bigint;
BEGIN
  WITH due AS MATERIALIZED (
    SELECT b.id, b.intake FROM batches b WHERE b.id = ANY (ids) AND b.intake IS NOT NULL ORDER BY b.id FOR UPDATE
  ), batch AS (
    UPDATE batches b SET intake = NULL FROM due WHERE b.id = due.id
    RETURNING b.id, b.organisation_id, b.account_id, b.service, b.created_at, b.price, b.currency, due.intake
  ), made AS (
    INSERT INTO jobs (id, batch_id, organisation_id, account_id, service, ordinal, state, path, body, body_hash,
      idempotency_key, settlement, scopes, at_once, own_keys, cost, model, created_at, waiting_since)
    SELECT job.id, batch.id, batch.organisation_id, batch.account_id, batch.service, job.ordinal, asked.state, job.path,
      job.body, encode(sha256(convert_to(job.body, 'UTF8')), 'hex'), job.idempotency_key, 'reserved', asked.scopes, asked.at_once,
      asked.own_keys, asked.cost, asked.model, batch.created_at, batch.created_at
    FROM batch, jsonb_to_record(batch.intake) AS asked (
      state text, scopes text[], at_once integer, own_keys boolean, cost integer, model text, jobs jsonb
    ), jsonb_to_recordset(asked.jobs) AS job (
      id uuid, ordinal integer, path text, body text, idempotency_key text)
  ), lane AS (
    INSERT INTO lanes (organisation_id, service, account_id)
    SELECT DISTINCT batch.organisation_id, batch.service, batch.account_id FROM batch
    -- An insert that meets an existing lane would wait for the claim that holds it.
    WHERE NOT EXISTS (
      SELECT FROM lanes l
      WHERE l.organisation_id = batch.organisation_id AND l.service = batch.service AND l.account_id = batch.account_id
    )
    -- In one order, so that two calls can't deadlock.
    ORDER BY 1, 2, 3
    ON CONFLICT DO NOTHING
  ), notice AS (
    INSERT INTO posts (batch_id, kind, state) SELECT batch.id, 'notice', 'intended' FROM batch
  ), approval AS (
    INSERT INTO approvals (batch_id, organisation_id, reasons)
    SELECT batch.id, batch.organisation_id, asked.reasons
    FROM batch, jsonb_to_record(batch.intake) AS asked (reasons text[])
    WHERE asked.reasons IS NOT NULL
  ), booked AS (
    INSERT INTO ledger (organisation_id, account_id, workspace, channel, batch_id, job_id, model, entry, unit, amount, net,
      price, currency, counts_at)
    SELECT batch.organisation_id, batch.account_id, asked.workspace, asked.channel, batch.id, job.id, asked.model, 'reserved',
      asked.unit, asked.cost, asked.cost, batch.price, batch.currency, batch.created_at
    FROM batch, jsonb_to_record(batch.intake) AS asked (
      reserves boolean, cost integer, unit text, workspace text, channel text, model text, jobs jsonb
    ), jsonb_to_recordset(asked.jobs) AS job (id uuid)
    WHERE asked.reserves
  )
  SELECT count(*) INTO written FROM batch;
  RETURN written;
END;
$$;
