-- What an organisation has used since a moment, by the ledger, in parts that sums of windows are made of. A key's quota counts the
-- jobs that were given to the key. Reads the ledger once for the organisation, once for keys, and once for all other scopes; and once
-- more for what it cost, if one of the scopes has a quota in money.
--
-- Arguments: the organisation; moments in order, between which a part lies; the scopes of interest.
-- Returns for each part: the scopes that it counts in; its unit; its slice, the number of the moment that it begins with; and how
-- much it is.
CREATE OR REPLACE FUNCTION used_within(organisation uuid, edges timestamptz[], of_scopes text[])
RETURNS TABLE (scopes text[], unit text, slice integer, used bigint)
LANGUAGE sql STABLE AS $$
  SELECT ARRAY['organisation'], l.unit, width_bucket(l.counts_at, edges) AS part, sum(l.net)::bigint
  FROM ledger l
  WHERE 'organisation' = ANY (of_scopes)
    AND l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= edges[1]
  GROUP BY l.unit, part
  UNION ALL
  SELECT ARRAY['key:' || j.credential_id], l.unit, width_bucket(j.submitted_at, edges) AS part, sum(j.cost)
  FROM ledger l JOIN jobs j ON j.id = l.job_id
  WHERE EXISTS (SELECT FROM unnest(of_scopes) s WHERE s LIKE 'key:%')
    -- Jobs wait for a key no longer than a day or two.
    AND l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= edges[1] - interval '7 days'
    AND l.entry = 'reserved' AND j.submitted_at >= edges[1] AND j.state NOT IN ('held', 'waiting')
    AND j.settlement <> 'released'
    AND NOT EXISTS (SELECT FROM ledger r WHERE r.job_id = j.id AND r.entry = 'refunded')
  GROUP BY j.credential_id, l.unit, part
  UNION ALL
  SELECT array_remove(j.scopes, 'organisation'), l.unit, width_bucket(l.counts_at, edges) AS part, sum(l.net)::bigint
  FROM ledger l JOIN jobs j ON j.id = l.job_id
  WHERE EXISTS (SELECT FROM unnest(of_scopes) s WHERE s <> 'organisation' AND s NOT LIKE 'key:%')
    AND l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= edges[1]
  GROUP BY j.scopes, l.unit, part
  UNION ALL
  SELECT array_append(array_remove(j.scopes, 'organisation'), 'organisation'), money_unit(l.currency),
    width_bucket(l.counts_at, edges) AS part, sum(sign(l.net)::bigint * in_micros(l.price, l.currency))::bigint
  FROM ledger l JOIN jobs j ON j.id = l.job_id
  WHERE EXISTS (SELECT FROM money_quotas m WHERE m.organisation_id = organisation AND m.scope = ANY (of_scopes))
    AND l.organisation_id = organisation AND l.net <> 0 AND l.counts_at >= edges[1] AND l.price IS NOT NULL
  GROUP BY j.scopes, money_unit(l.currency), part;
$$;
