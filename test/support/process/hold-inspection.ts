import { OWN_TURN } from "../../../src/media/fair-queue.ts";
import { createInspector } from "../../../src/media/inspect/inspector.ts";

// A process to kill: starts to inspect a picture that never arrives, reports that, and waits.
const [, , path = ""] = process.argv;
const order = { task: "picture", mimeType: "image/png", maxPixels: 1, target: "/nowhere", path } as const;
const inspection = createInspector().picture(order, OWN_TURN, new AbortController().signal);
process.stdout.write("waiting\n");
await inspection;
