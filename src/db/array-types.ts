import { makePgArray, parsePgArray } from "drizzle-orm/pg-core";

/** Object ids that PostgreSQL has built in (`pg_type.dat`): `text[]` and `uuid[]`, the arrays there are in our statements. */
const TEXTS = 1009;
const UUIDS = 2951;

const strings = (oid: number) => ({
  to: oid,
  from: [oid],
  // drizzle writes the columns of a table out by itself.
  serialize: (value: readonly string[] | string): string =>
    typeof value === "string" ? value : makePgArray([...value]),
  parse: (text: string): string[] => parsePgArray(text).map(String),
});

/**
 * Options by which postgres.js knows our arrays without asking the server for all its types: it asks on every first connection,
 * and when the network dies at that moment, throws where only the end of the process catches it.
 */
export const ARRAY_TYPES = { fetch_types: false, types: { texts: strings(TEXTS), uuids: strings(UUIDS) } };
