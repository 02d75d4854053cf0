import { randomBytes } from "node:crypto";
import postgres from "postgres";
import { inject } from "vitest";
import { dropDatabase, withDatabase } from "./postgres.ts";

/** An empty database with its own user, as the operator of a shared server provides it. */
export interface OwnedDatabase {
  /** Includes the user's password. */
  readonly url: string;
  /** The name of both the user and the database. */
  readonly name: string;
  drop(): Promise<void>;
}

/** `attributes`: of the user, such as `createrole`. `owner`: false if the superuser owns the database. */
export async function createOwnedDatabase(attributes: string, { owner = true } = {}): Promise<OwnedDatabase> {
  const server = withDatabase(inject("databaseServer"), "postgres");
  const name = `easel_test_${randomBytes(6).toString("hex")}`;
  const admin = postgres(server, { max: 1, fetch_types: false, onnotice: () => {} });
  await admin.unsafe(`create role ${name} login password 'secret' ${attributes}`);
  await admin.unsafe(`create database ${name} ${owner ? `owner ${name}` : ""}`);
  const url = new URL(withDatabase(server, name));
  url.username = name;
  url.password = "secret";
  return {
    url: url.href,
    name,
    async drop() {
      await dropDatabase(server, name);
      await admin.unsafe(`drop role ${name}`);
      await admin.end();
    },
  };
}
