import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

/** A file of `part/`, or of another folder, that runs in its own process, so that its memory and processor time can be measured. */
export interface Part {
  readonly pid: number;
  /** Asks it a question and resolves with the answer. Only one question at a time. */
  ask<Answer>(question: string, given?: unknown): Promise<Answer>;
  /** Ends it like a crash. */
  kill(): void;
  stop(): Promise<void>;
}

interface Reply {
  readonly answer?: unknown;
  readonly failure?: string;
}

/**
 * Starts a part, which accepts calls immediately. It can call the garbage collector. `folder` is relative to the benches' folder.
 */
export function startPart(name: string, folder = "part"): Part {
  const file = fileURLToPath(new URL(`../${folder}/${name}.ts`, import.meta.url));
  const child = fork(file, { execArgv: ["--expose-gc"], stdio: ["ignore", "inherit", "inherit", "ipc"] });
  return {
    pid: child.pid ?? 0,
    ask: <Answer>(question: string, given?: unknown) => ask<Answer>(child, name, question, given),
    kill: () => void child.kill("SIGKILL"),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null || !child.connected) return;
      const gone = once(child, "exit");
      child.disconnect();
      await gone;
    },
  };
}

/** Starts a part, asks it one question, and ends it. */
export async function askPart<Answer>(name: string, question: string, given?: unknown): Promise<Answer> {
  const part = startPart(name);
  try {
    return await part.ask<Answer>(question, given);
  } finally {
    await part.stop();
  }
}

/** In a part: answers questions until the asking process disconnects, then calls `leave`, which stops everything. */
export function answerWith(
  answers: Readonly<Record<string, (given: never) => unknown>>,
  leave: () => Promise<void> = async () => {},
): void {
  process.on("message", (message: { question: string; given: never }) => {
    const answer = async (): Promise<unknown> => answers[message.question]?.(message.given);
    answer().then(
      (given) => process.send?.({ answer: given } satisfies Reply),
      (error: unknown) => process.send?.({ failure: failureText(error) } satisfies Reply),
    );
  });
  process.once("disconnect", () => {
    leave().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  });
}

async function ask<Answer>(child: ChildProcess, name: string, question: string, given: unknown): Promise<Answer> {
  const answered = new AbortController();
  try {
    const { signal } = answered;
    const replied = once(child, "message", { signal });
    const ended = once(child, "exit", { signal }).then(([code]) => {
      throw new Error(`${name} ended with ${String(code)} instead of answering ${question}`);
    });
    child.send({ question, given });
    const [reply] = (await Promise.race([replied, ended])) as [Reply];
    if (reply.failure !== undefined) throw new Error(`${name}, ${question}: ${reply.failure}`);
    return reply.answer as Answer;
  } finally {
    answered.abort();
  }
}

function failureText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
