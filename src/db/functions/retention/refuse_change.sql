-- Trigger: keeps rows of audit and ledger from being changed by every user, the owner of the tables included. Old rows may be
-- deleted: `refuse_early_deletion`.
--
-- Raises EA002.
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'EA002';
END;
$$;

CREATE OR REPLACE TRIGGER audit_append_only BEFORE UPDATE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER ledger_append_only BEFORE TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
