import { join } from "node:path";

/** Environment for our processes: shares compiled code between them. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../../node_modules/.cache/easel") };
