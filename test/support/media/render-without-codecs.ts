import "./hide-codecs.ts";
import "../../../src/sandbox/render/worker.ts";
