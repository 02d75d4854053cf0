import { describePlay } from "../../support/play/play.ts";
import { discordStage } from "../../support/play/discord.ts";

describePlay("on Discord", discordStage);
