import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** Builds the Console's page. During development, `vite` serves it with the API of an Easel on port 8080. */
export default defineConfig(({ command }) => {
  // Always, even in a test: in the NODE_ENV of tests, React would be built with its development checks.
  if (command === "build") process.env["NODE_ENV"] = "production";
  return {
    root: fileURLToPath(new URL("src/web", import.meta.url)),
    plugins: [react()],
    build: {
      outDir: fileURLToPath(new URL("dist/console", import.meta.url)),
      emptyOutDir: true,
      // The page's content security policy does not allow data: addresses.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
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
