-- The audit and the ledger are only ever added to, whoever is connected: what happened stays told.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'EA002';
END $$;--> statement-breakpoint
CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
CREATE TRIGGER ledger_append_only BEFORE DELETE OR TRUNCATE ON ledger
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();--> statement-breakpoint
-- When two accounts or two organisations become one, what was spent stays the same and is theirs together.
CREATE FUNCTION refuse_other_amount() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{organisation_id,account_id}'::text[] <> to_jsonb(OLD) - '{organisation_id,account_id}'::text[] THEN
    RAISE EXCEPTION '% is only ever added to', TG_TABLE_NAME USING ERRCODE = 'EA002';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_amounts_stay BEFORE UPDATE ON ledger FOR EACH ROW EXECUTE FUNCTION refuse_other_amount();
