import { createLog } from "../../log.ts";
import { ensurePageBuilt } from "./page-build.ts";

// Run by npm after an installation, so that the first start has its page already.
await ensurePageBuilt(createLog("info"));
