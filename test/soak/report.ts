import { ACKNOWLEDGE_P99_MS, DESCRIPTORS_MORE, MEMORY_SHARE, missedAims } from "./aims.ts";
import type { SoakResult } from "./result.ts";
import type { NamedDrift } from "./fleet.ts";

const LARGEST_TABLES = 12;
const MB = 1e6;

/** The report of a run in Markdown. `at`: when the run ended. */
export function reportOf(result: SoakResult, at: Date): string {
  const { options, machine, load, sums, left, stops } = result;
  const missed = missedAims(result);
  const sections: readonly string[][] = [
    [
      "# Soak",
      "",
      `\`npm run soak -- --minutes ${options.minutes} --channels ${options.channels}\` wrote this page. [Working on Easel](../CONTRIBUTING.md#soak) explains what it runs.`,
      "",
      `- Ended ${at.toISOString().slice(0, 16).replace("T", " ")} UTC, on ${machine.cores} cores of ${machine.cpu}, ${machine.memoryGb} GB, Node ${machine.node}, ${machine.system}`,
      `- Load of the machine: ${load.before} in the minute before, ${load.after} in the last minute, the run included`,
      ...(options.note === undefined ? [] : [`- ${options.note}`]),
      `- ${options.channels} channels on Discord, Slack and in the Console, for ${options.minutes} min; ${result.kills} workers killed, ${stops.ms.length} processes stopped and replaced`,
      `- The measuring process, which also runs both platforms, was up to ${Math.round(result.lateMs)} ms late (p99), which the acknowledgements include`,
      "",
      missed.length === 0 ? "**Every aim was met.**" : "**Missed:**",
      ...(missed.length === 0 ? [] : ["", ...missed.map((one) => `- ${escaped(one)}`)]),
    ],
    [
      "## Nothing lost, nothing doubled",
      "",
      ...table(
        ["Requests", "Count", "Aim"],
        [
          ["made by people", sums.asked, ""],
          ["acknowledged", sums.acknowledged, ""],
          ["accepted", sums.accepted, ""],
          ["refused with an explanation", sums.refused, ""],
          ["pictures shown", sums.pictures, ""],
          ["clips shown", sums.clips, ""],
          ["clips that people were told have an unknown outcome", sums.uncertain, ""],
          ["lost", sums.lost, 0],
          ["doubled", sums.doubled, 0],
          ["acknowledged, but never answered", sums.silent, 0],
          ["never closed", left.open, 0],
          ["notices still shown", left.notices, 0],
          ["pictures and clips at the gateway that Easel neither knows nor has reported as unknown", left.unknown, 0],
        ],
      ),
      ...(sums.wrong.length === 0 ? [] : ["", ...sums.wrong.slice(0, 20).map((one) => `- ${escaped(one)}`)]),
    ],
    [
      "## Acknowledgements",
      "",
      `Milliseconds, measured where people wait. Platforms wait 3,000. The aims are a p99 of ${ACKNOWLEDGE_P99_MS.toLocaleString("en")} and no missing acknowledgement, except during and just after a restart.`,
      "",
      ...table(
        ["Platform", "When", "Requests", "Not in time", "p50", "p99", "Most"],
        result.acknowledgements
          .toSorted((one, other) => Number(one.troubled) - Number(other.troubled))
          .map((row) => [
            row.platform,
            row.troubled ? "during restarts" : "otherwise",
            row.asked,
            row.missing,
            ...[row.p50, row.p99, row.most].map((ms) => (Number.isNaN(ms) ? "" : Math.round(ms))),
          ]),
      ),
      "",
      ...result.troubled.map(({ what, from, to }) => `- The ${what} took ${((to - from) / 1_000).toFixed(1)} s.`),
      ...(stops.ms.length === 0
        ? []
        : [`- The slowest process stopped ${(Math.max(...stops.ms) / 1_000).toFixed(1)} s after it was asked to.`]),
    ],
    [
      "## Time to result beyond the gateway's own",
      "",
      "Milliseconds from a request's acceptance until its result was posted, without the time from its first create until its last picture was ready. In a burst, requests wait for one of the key's four slots. Requests of a killed worker wait up to 15 s until another worker takes them over.",
      "",
      ...table(
        ["Platform", "Results", "p50", "p99", "waiting for a slot, p50", "p99"],
        result.own.map((row) => [
          row.platform,
          row.results,
          ...[row.p50, row.p99, row.waitedP50, row.waitedP99].map(Math.round),
        ]),
      ),
    ],
    ["## Memory and descriptors", "", ...driftLines(result)],
    [
      "## Tables",
      "",
      "The largest tables with their indexes, a third into the run and at its end.",
      "",
      ...table(
        ["Table", "MB before", "MB after", "Rows", "Dead rows"],
        result.tables.after.slice(0, LARGEST_TABLES).map(({ name, bytes, live, dead }) => {
          const before = result.tables.before.find((one) => one.name === name);
          return [`\`${name}\``, before ? (before.bytes / MB).toFixed(2) : "", (bytes / MB).toFixed(2), live, dead];
        }),
      ),
    ],
    [
      "## Lines of the log, by text",
      "",
      ...table(
        ["Level", "Role", "Text", "Lines"],
        result.log.counts.map(({ level, role, text, count }) => [level, role, escaped(text), count]),
      ),
      "",
      result.log.leaks === 0 ? "No line contained a secret." : `${result.log.leaks} lines contained a secret.`,
    ],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

function driftLines({ drifts }: SoakResult): string[] {
  if (!drifts) return ["The run was too short to compare its beginning with its end."];
  const shown = (bytes: number): string => (bytes / MB).toFixed(1);
  return [
    `For each process that lived from a third into the run until its end: the median of the first fifth of that time, and of the last fifth. The aims are less than ${MEMORY_SHARE * 100} % more memory and at most ${DESCRIPTORS_MORE} more descriptors.`,
    "",
    "The heap is measured once a minute, after a full garbage collection. Resident memory also includes V8's space for young objects: up to 128 MB, which V8 takes and releases on its own schedule. A leak shows in the heap.",
    "",
    ...table(
      [
        "Process",
        "Resident MB before",
        "after",
        "Drift",
        "Heap MB before",
        "after",
        "Drift",
        "Descriptors before",
        "after",
      ],
      drifts.residentBytes.map((resident) => {
        const of = (all: readonly NamedDrift[]) => all.find(({ name }) => name === resident.name);
        const megabytes = (drift: NamedDrift | undefined): string[] =>
          drift ? [shown(drift.from), shown(drift.to), `${(drift.share * 100).toFixed(1)} %`] : ["", "", ""];
        const open = of(drifts.descriptors);
        return [
          resident.name,
          ...megabytes(resident),
          ...megabytes(of(drifts.heapBytes)),
          open?.from ?? "",
          open?.to ?? "",
        ];
      }),
    ),
  ];
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]): string => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)];
}

/** Texts of the log may contain characters with a meaning in Markdown. */
function escaped(text: string): string {
  return text.replaceAll(/[|`<*_\\]/g, String.raw`\$&`);
}
