import { readdir, readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const ROOT = new URL("../../../", import.meta.url);

/** The last migration before these rules applied. */
const BASELINE = "0024_proposals-of-channel";

/** Tables that grow with use. Rewriting one, or building an index of it, blocks Easel the whole time. */
const LARGE = [
  "artifacts",
  "audit",
  "batches",
  "console_files",
  "console_messages",
  "jobs",
  "ledger",
  "media",
  "posts",
];
const large = `"?(?:${LARGE.join("|")})"?`;

/** What blocks a large table (rule 4 of docs/releasing.md), and what an older process may still need (rule 3). */
const NEEDS_A_STOP: readonly (readonly [what: string, sql: RegExp])[] = [
  ["builds an index of a large table", new RegExp(String.raw`create (?:unique )?index .* on ${large}[ (]`, "i")],
  [
    "rewrites or checks a large table",
    new RegExp(String.raw`alter table ${large} .*(?:set not null|set data type|add constraint)`, "i"),
  ],
  ["changes the rows of a large table", new RegExp(String.raw`(?:update|delete from) ${large}\s`, "i")],
  ["drops something", /\bdrop (?:table|column|index|constraint|not null|default)\b/i],
  ["renames something", /\brename\b/i],
];

/** The problems of a migration that the changelog does not mention. */
function problemsOf(name: string, migration: string, changelog: string): string[] {
  const upgrades = [...changelog.matchAll(/^### Upgrades\n([^#]*)/gm)].map(([, text = ""]) => text).join("");
  if (upgrades.includes(`\`${name}\``)) return [];
  const statements = migration.split("--> statement-breakpoint").map((statement) => statement.replaceAll(/--.*/g, " "));
  return NEEDS_A_STOP.flatMap(([what, sql]) =>
    statements.some((statement) => sql.test(statement.replaceAll(/\s+/g, " ")))
      ? [
          `${name} ${what}: add something instead, or name it in docs/changelog.md under “Upgrades”: older processes must be stopped`,
        ]
      : [],
  );
}

describe("a migration", () => {
  it.each([
    [`CREATE INDEX "jobs_new" ON "jobs" USING btree ("id");`, "builds an index"],
    [`CREATE UNIQUE INDEX "posts_new" ON "posts" ("id");`, "builds an index"],
    [`ALTER TABLE "batches" ALTER COLUMN "platform" SET NOT NULL;`, "rewrites or checks"],
    [`-- Why.\nUPDATE "jobs"\nSET "state" = 'failed';`, "changes the rows"],
    [`DROP INDEX "drafts_of_member";`, "drops"],
    [`ALTER TABLE "drafts" DROP COLUMN "draft";`, "drops"],
    [`ALTER TABLE "drafts" RENAME COLUMN "draft" TO "kept";`, "renames"],
  ])("must be mentioned in the changelog for %s", (statement, what) => {
    const problems = problemsOf(
      "0099_new",
      `SELECT 1;--> statement-breakpoint\n${statement}`,
      "### Upgrades\n\n- None.\n",
    );
    expect(problems).toEqual([expect.stringContaining(what)]);
    expect(problemsOf("0099_new", statement, "### Upgrades\n\n- Stop first: `0099_new`.\n")).toEqual([]);
  });

  it.each([
    `CREATE TABLE "jobs_of_old" ("id" uuid);`,
    `CREATE INDEX "drafts_new" ON "drafts" ("id");`,
    `ALTER TABLE "jobs" ADD COLUMN "more" text;`,
  ])("may make a change that takes no time: %s", (statement) => {
    expect(problemsOf("0099_new", statement, "")).toEqual([]);
  });
});

it("older processes keep working after each migration since the baseline, or the changelog says to stop them", async () => {
  const names = (await readdir(new URL("migrations/", ROOT))).filter((file) => file.endsWith(".sql")).toSorted();
  expect(names).toContain(`${BASELINE}.sql`);
  const changelog = await readFile(new URL("docs/changelog.md", ROOT), "utf8");
  const later = names.filter((file) => file > `${BASELINE}.sql`);
  const problems = later.map(async (file) =>
    problemsOf(file.replace(/\.sql$/, ""), await readFile(new URL(`migrations/${file}`, ROOT), "utf8"), changelog),
  );
  expect((await Promise.all(problems)).flat()).toEqual([]);
});

it("only the newest migration has a snapshot, which drizzle-kit compares the schema with", async () => {
  const numbersOf = async (folder: string, ending: string): Promise<string[]> =>
    (await readdir(new URL(folder, ROOT))).filter((file) => file.endsWith(ending)).map((file) => file.slice(0, 4));
  const newest = (await numbersOf("migrations/", ".sql")).toSorted().at(-1);
  expect(await numbersOf("migrations/meta/", "_snapshot.json")).toEqual([newest]);
});
