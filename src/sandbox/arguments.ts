import { parseArgs } from "node:util";
import { z } from "zod";
import { EaselError } from "../lib/errors.ts";
import type { MediaMode } from "./render/renderer.ts";

/** The options of the command line. */
export interface SandboxArguments {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly speed: number;
  readonly media: MediaMode;
}

export const USAGE = "npm run sandbox -- [--port 9090] [--host 127.0.0.1] [--speed 1] [--data DIR] [--media full|tiny]";

const Arguments = z.object({
  port: z.coerce.number({ error: "must be a number" }).int().min(0).max(65_535).default(9090),
  host: z.string().min(1).default("127.0.0.1"),
  speed: z.coerce.number({ error: "must be a number" }).min(0).max(1_000_000).default(1),
  data: z.string().min(1).optional(),
  media: z.enum(["full", "tiny"]).default("full"),
  help: z.boolean().optional(),
});

/**
 * Reads the command line. The default data folder is beside Easel's own, one per port, so that a restart finds its jobs again
 * and two sandboxes do not collide. Throws an EaselError that names the option.
 */
export function readArguments(argv: readonly string[]): SandboxArguments | "help" {
  const parsed = Arguments.safeParse(rawArguments(argv));
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new EaselError("arguments", `--${String(issue?.path[0])}: ${issue?.message}. Usage: ${USAGE}`);
  }
  const { port, host, speed, media, help } = parsed.data;
  if (help) return "help";
  return { port, host, speed, media, dataDir: parsed.data.data ?? `data/sandbox-${port}` };
}

function rawArguments(argv: readonly string[]): object {
  const text = { type: "string" } as const;
  try {
    return parseArgs({
      args: [...argv],
      options: { port: text, host: text, speed: text, data: text, media: text, help: { type: "boolean" } },
    }).values;
  } catch (error) {
    throw new EaselError("arguments", `${error instanceof Error ? error.message : "wrong arguments"}. Usage: ${USAGE}`);
  }
}
