import { consoleStage } from "../../support/play/console.ts";
import { describeOutcomes } from "../../support/play/outcomes.ts";

describeOutcomes("in the Console", consoleStage);
