-- Trigger: keeps rows of audit and ledger from being deleted before they are old, by every user, the owner of the tables included.
-- Its argument is the number of days.
--
-- Raises EA002.
CREATE OR REPLACE FUNCTION refuse_early_deletion() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.at > now() - TG_ARGV[0]::integer * interval '1 day' THEN
    RAISE EXCEPTION '% is only ever added to: its rows stay for % days', TG_TABLE_NAME, TG_ARGV[0] USING ERRCODE = 'EA002';
  END IF;
  RETURN OLD;
END;
$$;

CREATE OR REPLACE TRIGGER audit_kept BEFORE DELETE ON audit
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion(90);

CREATE OR REPLACE TRIGGER ledger_kept BEFORE DELETE ON ledger
  FOR EACH ROW EXECUTE FUNCTION refuse_early_deletion(45);
