-- Trigger: keeps `jobs.indexed_as` and `jobs.failed_at`, which the indexes of jobs have instead of the state, the settlement and the
-- end. Those change with every step of a job, and PostgreSQL can leave the indexes alone (a HOT update) only if no column in any of
-- them changes.
--
-- Then what processes of the version before these columns have written: between the migration and this trigger, they claimed jobs and
-- moved them to other states. It is a few rows at the first start, and none at others. What was there earlier, the migration fills.
CREATE OR REPLACE FUNCTION index_jobs() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  NEW.indexed_as := CASE
    WHEN NEW.state IN ('waiting', 'held', 'unknown') THEN NEW.state
    WHEN NEW.settlement = 'assumed' THEN 'assumed'
  END;
  NEW.failed_at := CASE WHEN NEW.state = 'failed' THEN NEW.ended_at END;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER jobs_indexed BEFORE INSERT OR UPDATE ON jobs
  FOR EACH ROW
  WHEN (
    NEW.indexed_as IS DISTINCT FROM CASE
      WHEN NEW.state IN ('waiting', 'held', 'unknown') THEN NEW.state
      WHEN NEW.settlement = 'assumed' THEN 'assumed'
    END
    OR NEW.failed_at IS DISTINCT FROM CASE WHEN NEW.state = 'failed' THEN NEW.ended_at END
  )
  EXECUTE FUNCTION index_jobs();

-- Listed, and moved on since, whether or not their batch is closed.
UPDATE jobs SET indexed_as = NULL
WHERE indexed_as IN ('waiting', 'held', 'unknown') AND indexed_as <> state;

UPDATE jobs SET indexed_as = NULL
FROM batches
WHERE batches.id = jobs.batch_id AND batches.closed_at IS NULL AND (
  jobs.indexed_as IS DISTINCT FROM CASE
    WHEN jobs.state IN ('waiting', 'held', 'unknown') THEN jobs.state
    WHEN jobs.settlement = 'assumed' THEN 'assumed'
  END
  OR jobs.failed_at IS DISTINCT FROM CASE WHEN jobs.state = 'failed' THEN jobs.ended_at END
);

UPDATE jobs SET slot_id = slots.id FROM slots WHERE jobs.id = slots.job_id AND jobs.slot_id IS DISTINCT FROM slots.id;
