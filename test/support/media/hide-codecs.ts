import { registerHooks } from "node:module";

/** Preload this into a process or thread to simulate that the optional codec package is not installed. */
registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier.startsWith("@napi-rs/webcodecs")) {
      throw Object.assign(new Error(`Cannot find package '${specifier}'`), { code: "ERR_MODULE_NOT_FOUND" });
    }
    return nextResolve(specifier, context);
  },
});
