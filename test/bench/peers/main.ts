import { parseArgs } from "node:util";
import { measure } from "../harness/measure.ts";
import { peers } from "./peers.ts";

const { values } = parseArgs({ options: { json: { type: "boolean" } } });
await measure([peers], { size: 0, asJson: values.json ?? false });
