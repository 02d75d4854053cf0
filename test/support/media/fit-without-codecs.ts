import "./hide-codecs.ts";
import "../../../src/media/fit/fit-process.ts";
