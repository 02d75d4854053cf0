-- The number of the advisory lock of an organisation's quotas. Writers of the ledger share it; a writer that computes windows from
-- the ledger holds it alone.
CREATE OR REPLACE FUNCTION quota_lock(organisation uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE AS $$
  SELECT hashtextextended(organisation::text, 24217);
$$;
