import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const LOAD_PART = fileURLToPath(new URL("src/web/state/load/load-part.ts", import.meta.url));

/** Replaces the function that Vite calls at each `import()`, because it gives up at the first failure. */
const retriedParts: Plugin = {
  name: "retried-parts",
  enforce: "pre",
  apply: "build",
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { loadPart as __vitePreload } from ${JSON.stringify(LOAD_PART)};`,
  },
};

/** Builds the Console's page. During development, `vite` serves it with the API of an Easel on port 8080. */
export default defineConfig(({ command }) => {
  // Always, even in a test: in the NODE_ENV of tests, React would be built with its development checks.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: fileURLToPath(new URL("src/web", import.meta.url)),
    plugins: [react(), retriedParts],
    build: {
      outDir: fileURLToPath(new URL("dist/console", import.meta.url)),
      emptyOutDir: true,
      // The page's content security policy does not allow data: addresses.
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // `loadPart` needs all files of a part. By default, Vite leaves out the part's own file if it is the only one.
        resolveDependencies: (part, files, { hostType }) =>
          hostType === "js" ? [...new Set([part, ...files])] : files,
      },
      // The page loads these first. Joined, they compress better.
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: [{ name: "shared", test: /src\/(?:lib\/limits|web\/state\/wait)\.ts$|\/components\/Transition\// }],
          },
        },
      },
    },
    server: { proxy: { "/api": { target: "http://127.0.0.1:8080", changeOrigin: true } } },
  };
});
