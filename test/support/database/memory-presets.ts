import type { Preset, PresetStore } from "../../../src/core/account/presets.ts";

/** Presets by name, without their owners. */
export function memoryPresets(): PresetStore {
  const kept = new Map<string, Preset>();
  return {
    list: async () => [...kept.values()],
    async save(_organisationId, preset) {
      const known = kept.has(preset.name);
      kept.set(preset.name, preset);
      return known ? "replaced" : "saved";
    },
    delete: async (_organisationId, _scope, name) => kept.delete(name),
  };
}
