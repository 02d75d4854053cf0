-- The place of a key among those that can make a job; lower places are used first. A narrower scope comes before a wider one.
-- Within a scope, keys that list the job's model come before those that don't. A key with an unknown list counts as listing it.
--
-- Arguments: `key_rank` of the key, the models that it lists in lower case or null, the job's batch.
-- Returns null when the key is not for the job.
CREATE OR REPLACE FUNCTION key_place(key_rank integer, models text[], batch uuid) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF models IS NULL OR key_rank IS NULL THEN
    RETURN key_rank * 2;
  END IF;
  RETURN key_rank * 2 + CASE
    WHEN EXISTS (SELECT FROM batches b WHERE b.id = batch AND lower(b.request ->> 'model') = ANY (models)) THEN 0
    ELSE 1
  END;
END;
$$;
