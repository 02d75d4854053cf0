-- Organisations with waiting jobs, which take turns in a claim (`claim_jobs`). All of them, if they are few. Of many, each call
-- returns some, in the order of their ids, and the next call continues there. So a claim's cost doesn't depend on how many there are.
--
-- Where exactly the next call continues is random. Otherwise calls in a rhythm could offer a key that many organisations share to
-- the same ones each time.
--
-- Arguments: organisations that just got jobs or a free slot, which are returned as well, but not those that only share a key with
-- them; after which one to continue; how many to return besides those.
-- Returns the organisations; where the next call continues; and whether these are all that have waiting jobs.
CREATE OR REPLACE FUNCTION waiting_organisations(news uuid[], after uuid, at_most integer,
  OUT organisations uuid[], OUT next_after uuid, OUT are_all boolean)
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  latest uuid := after;
  further uuid;
  from_start boolean := false;
BEGIN
  organisations := '{}';
  LOOP
    -- Steps from organisation to organisation by the index, however many jobs wait in each.
    further := (
      SELECT j.organisation_id FROM jobs j
      WHERE j.indexed_as = 'waiting' AND j.organisation_id > latest
      ORDER BY j.organisation_id
      LIMIT 1
    );
    IF further IS NULL AND NOT from_start THEN
      from_start := true;
      latest := '00000000-0000-0000-0000-000000000000';
      CONTINUE;
    END IF;
    are_all := from_start AND (further IS NULL OR further > after);
    EXIT WHEN are_all OR cardinality(organisations) = at_most;
    organisations := organisations || further;
    latest := further;
  END LOOP;
  next_after := coalesce(organisations[random((cardinality(organisations) + 1) / 2, cardinality(organisations))], after);
  IF NOT are_all THEN
    organisations := organisations || ARRAY(
      SELECT DISTINCT n.id FROM unnest(news) n (id)
      WHERE n.id <> ALL (organisations) AND NOT EXISTS (
        -- One that shares a key waits for its turn: what is news to it may be news to the others.
        SELECT FROM credentials own
        JOIN credentials other ON other.fingerprint = own.fingerprint AND other.organisation_id <> own.organisation_id
        WHERE own.organisation_id = n.id AND own.removed_at IS NULL AND other.removed_at IS NULL
      )
    );
  END IF;
END;
$$;
