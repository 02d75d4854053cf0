-- Trigger: a ledger row may move to another organisation or account when these are merged. Nothing else in it may change.
--
-- Raises EA002.
CREATE OR REPLACE FUNCTION refuse_other_amount() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{organisation_id,account_id}'::text[] <> to_jsonb(OLD) - '{organisation_id,account_id}'::text[] THEN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'EA002';
  END IF;
  RETURN NEW;
END;
$$;

CREATE OR REPLACE TRIGGER ledger_amounts_stay BEFORE UPDATE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_other_amount();
