import { registerHooks } from "node:module";

/** Preloaded into a process or thread, simulates that the optional codec package was never installed. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith("@napi-rs/webcodecs")) {
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    return nextResolve(specifier, context);
  },
});
