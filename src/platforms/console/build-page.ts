import { buildPage } from "./page-build.ts";

// npm runs this after an installation, so that the page is ready for the first start. A start also runs it when the
// build is out of date.
await buildPage();
