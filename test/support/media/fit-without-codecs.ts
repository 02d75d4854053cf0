import "./hide-codecs.ts";
import "../../../src/media/fit/process.ts";
