-- Trigger: adds rows of the ledger to `usage_sums`, and moves their sums when they change owner. A row with a price also adds to the
-- sums of its currency.
--
-- Locks: the first shard that no other transaction writes to, until this one ends. So none waits for another, two can't deadlock,
-- and there are no more shards than transactions at once.
CREATE OR REPLACE FUNCTION sum_usage() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  own integer := 0;
BEGIN
  IF NOT EXISTS (SELECT FROM added WHERE net <> 0) THEN
    RETURN NULL;
  END IF;
  WHILE NOT pg_try_advisory_xact_lock(24220, own) LOOP
    own := own + 1;
  END LOOP;
  INSERT INTO usage_sums AS sums (organisation_id, account_id, grain, starts_at, unit, channel, model, shard, net, jobs)
  SELECT a.organisation_id, a.account_id, g.grain, date_bin(g.length, a.counts_at, 'epoch'), u.unit, a.channel, a.model, own,
    sum(u.net), sum(sign(a.net))
  FROM added a, (VALUES ('day', interval '1 day'), ('quarter', interval '15 minutes')) g (grain, length),
    LATERAL (VALUES (a.unit, a.net), ('money:' || a.currency, sign(a.net) * a.price)) u (unit, net)
  WHERE a.net <> 0 AND u.net IS NOT NULL
  GROUP BY 1, 2, 3, 4, 5, 6, 7
  ON CONFLICT (organisation_id, account_id, grain, starts_at, unit, channel, model, shard) DO UPDATE
  SET net = sums.net + excluded.net, jobs = sums.jobs + excluded.jobs;
  IF TG_OP = 'UPDATE' THEN
    INSERT INTO usage_sums AS sums (organisation_id, account_id, grain, starts_at, unit, channel, model, shard, net, jobs)
    SELECT r.organisation_id, r.account_id, g.grain, date_bin(g.length, r.counts_at, 'epoch'), u.unit, r.channel, r.model, own,
      -sum(u.net), -sum(sign(r.net))
    FROM removed r, (VALUES ('day', interval '1 day'), ('quarter', interval '15 minutes')) g (grain, length),
      LATERAL (VALUES (r.unit, r.net), ('money:' || r.currency, sign(r.net) * r.price)) u (unit, net)
    WHERE r.net <> 0 AND u.net IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (organisation_id, account_id, grain, starts_at, unit, channel, model, shard) DO UPDATE
    SET net = sums.net + excluded.net, jobs = sums.jobs + excluded.jobs;
  END IF;
  RETURN NULL;
END;
$$;

CREATE OR REPLACE TRIGGER ledger_sums AFTER INSERT ON ledger
  REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_usage();

CREATE OR REPLACE TRIGGER ledger_sums_moved AFTER UPDATE ON ledger
  REFERENCING OLD TABLE AS removed NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION sum_usage();
