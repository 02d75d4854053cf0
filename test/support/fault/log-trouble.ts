import { readFile } from "node:fs/promises";
import { z } from "zod";
import { messagesOnPage } from "../../architecture/log/messages.ts";

const Line = z.looseObject({
  level: z.string(),
  /** Unix milliseconds, by a clock that a test may set wrong. */
  time: z.number(),
  pid: z.number(),
  msg: z.string(),
});

const MINUTE_MS = 60_000;
/** How often one process may log one text in a minute. More would hide other lines. */
const MOST_PER_MINUTE = 30;
/** A shorter value could be part of any word. */
const SHORTEST_SECRET = 8;

/** The problems in these lines: texts from `warn` up that docs/reference/log.md lacks, floods, and secrets. */
export async function logTrouble(lines: readonly string[], secrets: readonly string[]): Promise<readonly string[]> {
  const told = toldIn(lines);
  const often = Map.groupBy(told, ({ level, msg, pid, time }) => `${level}: ${msg} (${pid}, ${minuteOf(time)})`);
  return [
    ...(await unexplained(told.map(({ level, msg }) => `${level}: ${msg}`))),
    ...[...often]
      .filter(([, same]) => same.length > MOST_PER_MINUTE)
      .map(([text, same]) => `${same.length} times in a minute: ${text}`),
    ...leaksIn(lines, secrets),
  ];
}

/** The texts that docs/reference/log.md lacks, each once. `texts`: with their levels. */
export async function unexplained(texts: Iterable<string>): Promise<readonly string[]> {
  const page = await readFile(new URL("../../../docs/reference/log.md", import.meta.url), "utf8");
  const explained = new Set(messagesOnPage(page).map(({ level, text }) => `${level}: ${text}`));
  return [...new Set(texts)].filter((text) => !explained.has(text)).map((text) => `not explained: ${text}`);
}

/** The lines from `warn` up. */
export function toldIn(lines: readonly string[]): z.infer<typeof Line>[] {
  return lines.map((line) => Line.parse(JSON.parse(line))).filter(({ level }) => level !== "info" && level !== "debug");
}

/** The lines that hold a secret. */
export function leaksIn(lines: readonly string[], secrets: readonly string[]): readonly string[] {
  const hidden = secrets
    .filter(({ length }) => length >= SHORTEST_SECRET)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)]);
  return lines
    .filter((line) => hidden.some((secret) => line.includes(secret)))
    .map((line) => `holds a secret: ${line}`);
}

/** The values of variables that hold secrets, and the passwords within addresses. */
export function secretsInEnvironment(environment: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(environment).flatMap(([name, value]) => {
    if (/KEY|SECRET|TOKEN|PASSWORD/.test(name)) return [value];
    const password = name.endsWith("_URL") && URL.canParse(value) ? new URL(value).password : "";
    return password === "" ? [] : [decodeURIComponent(password)];
  });
}

function minuteOf(time: number): number {
  return Math.floor(time / MINUTE_MS);
}
