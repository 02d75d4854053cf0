import type {
  CreateOutcome,
  FetchOutcome,
  LookOutcome,
  RemoteCreate,
  RemoteJob,
  RemoteService,
  RemoteSnapshot,
} from "../../../src/core/job/remote.ts";

/** The gateway's scripted behaviour. A call without a script must not happen. */
export interface RemoteScript {
  readonly create?: (create: RemoteCreate, signal: AbortSignal) => CreateOutcome | Promise<CreateOutcome>;
  readonly look?: (remote: RemoteJob, signal: AbortSignal) => LookOutcome | Promise<LookOutcome>;
  readonly events?: (remote: RemoteJob, signal: AbortSignal) => AsyncIterable<RemoteSnapshot>;
  readonly cancel?: (remote: RemoteJob, signal: AbortSignal) => LookOutcome | Promise<LookOutcome>;
}

export interface ScriptedRemote extends RemoteService {
  /** The names of the calls, in order. */
  readonly calls: readonly string[];
  readonly creates: readonly RemoteCreate[];
  /** The number of open event streams. */
  open(): number;
}

/** A double of the gateway port that follows a script and records its calls. */
export function createScriptedRemote(script: RemoteScript): ScriptedRemote {
  const calls: string[] = [];
  const creates: RemoteCreate[] = [];
  const { events, cancel } = script;
  let open = 0;
  return {
    open: () => open,
    calls,
    creates,
    async create(create, signal) {
      calls.push("create");
      creates.push(create);
      if (!script.create) throw new Error("no create is in the script");
      return script.create(create, signal);
    },
    async look(remote, signal) {
      calls.push("look");
      if (!script.look) throw new Error("no look is in the script");
      return script.look(remote, signal);
    },
    async fetchArtifact(): Promise<FetchOutcome> {
      throw new Error("no fetch is in the script");
    },
    ...(events && {
      async events(remote: RemoteJob, onSnapshot: (snapshot: RemoteSnapshot) => void, signal: AbortSignal) {
        calls.push("events");
        open++;
        try {
          for await (const snapshot of events(remote, signal)) onSnapshot(snapshot);
        } finally {
          open--;
        }
      },
    }),
    ...(cancel && {
      async cancel(remote: RemoteJob, signal: AbortSignal) {
        calls.push("cancel");
        return cancel(remote, signal);
      },
    }),
  };
}

/** Returns the answers of a list, one per call; the last one repeats. */
export function oneByOne<T>(...answers: [T, ...T[]]): () => T {
  let at = 0;
  return () => answers[at++] ?? answers.at(-1) ?? answers[0];
}

/** Resolves when the signal is aborted, like an open connection without data. */
export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
