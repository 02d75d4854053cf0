import { buildPage } from "./page-build.ts";

// Run by npm after an installation, so that the first start has its page already; and by a start that finds it stale.
await buildPage();
