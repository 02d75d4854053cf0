import { parseArgs } from "node:util";

/** The size of a soak, as `npm run soak -- --minutes 30 --channels 200` sets it. */
export interface SoakOptions {
  readonly minutes: number;
  /** The number on all platforms together. */
  readonly channels: number;
  /** Where the report is written; undefined: it is only printed. */
  readonly report: string | undefined;
  /** A sentence for the report, such as what else the machine did. */
  readonly note: string | undefined;
}

const text = { type: "string" } as const;

/** Reads the command line. Throws a RangeError that names the option. */
export function readOptions(argv: readonly string[]): SoakOptions {
  const { values } = parseArgs({
    args: [...argv],
    options: { minutes: text, channels: text, report: text, note: text },
  });
  return {
    minutes: whole("minutes", values.minutes ?? "30", 1, 24 * 60),
    channels: whole("channels", values.channels ?? "200", 3, 900),
    report: values.report,
    note: values.note,
  };
}

function whole(name: string, given: string, least: number, most: number): number {
  const number = Number(given);
  if (!/^\d+$/.test(given) || number < least || number > most) {
    throw new RangeError(`--${name} must be a whole number from ${least} to ${most}`);
  }
  return number;
}
