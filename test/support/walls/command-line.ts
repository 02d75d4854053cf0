import type { Options } from "./probes.ts";

/** A command with its options as one line of text. */
export function commandLine(name: string, { prompt, action, ...named }: Options): string {
  const options = Object.entries(named).map(([option, value]) => `--${option} ${value}`);
  return [
    `/${name}`,
    ...(action === undefined ? [] : [action]),
    ...(prompt === undefined ? [] : [prompt]),
    ...options,
  ].join(" ");
}
