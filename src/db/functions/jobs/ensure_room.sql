-- Checks that a member may have that many more jobs waiting.
--
-- Arguments: the organisation, the account, the batch that is being accepted and is not counted, its number of jobs, and the
-- limit.
-- Locks: the account, once fewer than 500 places are left; until then counting is exact enough without.
-- Raises EA002 with the number of waiting jobs in the detail when there is no room.
CREATE OR REPLACE FUNCTION ensure_room(organisation uuid, account uuid, batch uuid, wanted integer, most integer) RETURNS void
LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  waiting bigint := waiting_jobs(organisation, account, batch);
BEGIN
  IF waiting + wanted <= most - 500 THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(account::text, 24219));
  waiting := waiting_jobs(organisation, account, batch);
  IF waiting + wanted > most THEN
    RAISE EXCEPTION 'too many waiting' USING ERRCODE = 'EA002', DETAIL = waiting::text;
  END IF;
END;
$$;
