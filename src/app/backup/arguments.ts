import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { CopyError } from "../../db/backup/copy-error.ts";
import { systemClock } from "../../lib/clock.ts";

const USAGE =
  "npm run backup -- <new folder> [--without-media], or npm run backup -- --verify <folder>, or npm run restore -- <folder> [--stopped-since | --keys-changed] [--new-secret], " +
  "or npm run restore -- --settle <time> [--keys-changed]";
const EXAMPLE = "2026-11-23T10:00:00Z";
/** The zone is required: a time without one would be read in this machine's zone. */
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]{5,20}(?:Z|[+-]\d\d:\d\d)$/;

const FLAGS = ["without-media", "stopped-since", "keys-changed", "new-secret", "verify"] as const;
type Flag = (typeof FLAGS)[number];
/** The flags of each subcommand. The first two of `restore` are mutually exclusive. */
const FLAGS_OF: Readonly<Record<Work["work"], readonly Flag[]>> = {
  backup: ["without-media"],
  restore: ["stopped-since", "keys-changed", "new-secret"],
  settle: ["keys-changed"],
  verify: ["verify"],
};

/** The parsed command: make, restore or verify the copy in `folder`, or settle a database restored to its state at `at`. */
type Work =
  | { readonly work: "backup" | "restore" | "verify"; readonly folder: string; readonly at?: never }
  | { readonly work: "settle"; readonly folder?: never; readonly at: Date };

export type Asked = ReturnType<typeof readArguments>;

/** Reads the arguments of the two commands, beginning with `backup` or `restore`. Throws a `CopyError` with their usage. */
export function readArguments(all: readonly string[]) {
  const flag = { type: "boolean", default: false } as const;
  const options = {
    "without-media": flag,
    "stopped-since": flag,
    "keys-changed": flag,
    "new-secret": flag,
    verify: flag,
    settle: { type: "string" },
  } as const;
  try {
    const { positionals, values } = parseArgs({ args: [...all], allowPositionals: true, options });
    const work = workOf(positionals, values.settle, values.verify);
    const given = FLAGS.filter((name) => values[name]);
    if (given.some((name) => !FLAGS_OF[work.work].includes(name)) || given.length > 1 + Number(values["new-secret"])) {
      throw new CopyError(USAGE);
    }
    return { ...work, flags: values };
  } catch (error) {
    throw error instanceof CopyError ? error : new CopyError(USAGE, error);
  }
}

function workOf([work, folder, ...more]: readonly string[], time: string | undefined, isCheck: boolean): Work {
  if (work === "restore" && folder === undefined && time !== undefined) {
    const at = TIME.test(time) ? Date.parse(time) : Number.NaN;
    if (at <= systemClock.now()) return { work: "settle", at: new Date(at) };
    throw new CopyError(`--settle ${time}: name a time in the past, such as ${EXAMPLE}`);
  }
  if ((work !== "backup" && work !== "restore") || folder === undefined || more.length > 0 || time !== undefined) {
    throw new CopyError(USAGE);
  }
  return { work: work === "backup" && isCheck ? "verify" : work, folder: resolve(folder) };
}
