import { shownBytes, shownDay } from "../text/measures.ts";
import type { Texts } from "../text/texts.ts";
import type { Carriage, Carried } from "./carry.ts";
import { artifactOf } from "./standing.ts";
import type { BatchView } from "./store.ts";

interface Line extends Carried {
  readonly ordinal: number;
  readonly bytes: number;
}

/** What is said of the artifacts that do not go out as they were made: why, and where they are to be had, a line each. */
export function carriedLines(view: BatchView, carriage: Carriage, texts: Texts): string[] {
  const { service: thing, locale } = view.batch;
  const say = texts.result;
  const others = view.jobs.flatMap((job): Line[] => {
    const carried = carriage.get(job.id);
    const made = artifactOf(view, job)?.content;
    const asMade = !carried || !made || carried.file?.hash === made.hash;
    return asMade ? [] : [{ ...carried, ordinal: job.ordinal, bytes: made.bytes }];
  });
  const item = (line: Line, text: string): string =>
    say.item({ thing, ordinal: line.ordinal, of: view.jobs.length, text });
  const group = (lines: readonly Line[], intro: (until: string | undefined) => string): string[] => {
    if (lines.length === 0) return [];
    const links = lines.flatMap(({ link }) => (link ? [link] : []));
    const until = links.length > 0 ? Math.min(...links.map(({ expiresAt }) => expiresAt)) : undefined;
    return [
      intro(until === undefined ? undefined : shownDay(until, locale)),
      ...lines.flatMap((line) => (line.link ? [item(line, `${shownBytes(line.bytes)} ${line.link.url}`)] : [])),
    ];
  };
  return [
    ...others.filter(({ gone }) => gone).map((line) => item(line, say.noLongerKept(thing))),
    ...group(
      others.filter(({ gone, file }) => !gone && file),
      say.fitted,
    ),
    ...group(
      others.filter(({ gone, file }) => !gone && !file),
      say.tooLarge,
    ),
  ];
}
