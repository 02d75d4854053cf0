import { join } from "node:path";

/** In the environment of a process of ours: it need not compile what another has compiled before. */
export const COMPILE_CACHE = { NODE_COMPILE_CACHE: join(import.meta.dirname, "../../../node_modules/.cache/easel") };
