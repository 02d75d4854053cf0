import { execFile } from "node:child_process";
import { mkdtemp, open, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, it } from "vitest";
import { OWN_TURN, type TurnOf } from "../../../src/media/fair-queue.ts";
import { createInspector } from "../../../src/media/inspect/inspector.ts";
import { firstLine, isRunning, killHard, runScript, until } from "../../support/process/processes.ts";

let folder: string;
/** A pipe: a file that never ends. */
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-inspector-"));
  path = join(folder, "pipe");
  await promisify(execFile)("mkfifo", [path]);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it("ends a stuck inspection when aborted, and continues with the next one", async () => {
  const order = { task: "picture", mimeType: "image/png", maxPixels: 1, target: "/nowhere" } as const;
  await using inspector = createInspector();
  const stop = new AbortController();
  const stuck = [1, 2, 3].map(() => inspector.picture({ ...order, path }, OWN_TURN, stop.signal));
  const ends = Promise.allSettled(stuck);
  // The pipe was opened for reading; otherwise this would block too.
  await writeFile(path, "");
  stop.abort(new Error("enough"));
  expect((await ends).map((end) => end.status)).toEqual(["rejected", "rejected", "rejected"]);
  const after = await inspector.picture({ ...order, path: "/nowhere.png" }, OWN_TURN, new AbortController().signal);
  expect(after).toEqual({ flaw: "unreadable" });
});

it("opens another member's file next, however many slow files one member has sent", async () => {
  const order = { task: "picture", mimeType: "image/png", maxPixels: 1, target: "/nowhere" } as const;
  const max: TurnOf = { organisationId: "acme", accountId: "max" };
  const eve: TurnOf = { ...max, accountId: "eve" };
  await using inspector = createInspector();
  const [first, others] = [new AbortController(), new AbortController()];
  const stops = [first, ...Array.from({ length: 20 }, () => others)];
  const ends = Promise.allSettled(stops.map(({ signal }) => inspector.picture({ ...order, path }, max, signal)));
  const answer = inspector.picture({ ...order, path: "/nowhere.png" }, eve, new AbortController().signal);
  first.abort(new Error("enough"));
  expect(await answer).toEqual({ flaw: "unreadable" });
  others.abort(new Error("enough"));
  await ends;
});

it("leaves no inspecting process behind when its parent is killed, not even a stuck one", async () => {
  const holder = runScript("hold-inspection.ts", path);
  try {
    expect(await firstLine(holder)).toBe("waiting");
    // Opens once the inspector reads, and then blocks it forever.
    await using writer = await open(path, "w");
    const children = await readFile(`/proc/${holder.pid}/task/${holder.pid}/children`, "utf8");
    const inspectors = children.trim().split(" ").map(Number);
    expect(inspectors).toHaveLength(1);
    await killHard(holder);
    await until(async () => !(await isRunning(inspectors[0] ?? 0)));
    expect(writer.fd).toBeGreaterThan(0);
  } finally {
    await killHard(holder);
  }
});
