-- The quotas of an organisation, those in money too.
--
-- Stays a single query: PostgreSQL then puts it into the calling statement, which looks up the few rows that it needs.
CREATE OR REPLACE FUNCTION quotas_of(organisation uuid) RETURNS TABLE (
  organisation_id uuid, scope text, unit text, span text, amount bigint, time_zone text)
LANGUAGE sql STABLE AS $$
  SELECT q.organisation_id, q.scope, q.unit, q.span, q.amount, q.time_zone FROM quotas q
  WHERE q.organisation_id = organisation
  UNION ALL
  SELECT m.organisation_id, m.scope, m.unit, m.span, m.amount, m.time_zone FROM money_quotas m
  WHERE m.organisation_id = organisation;
$$;
