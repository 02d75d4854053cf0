import { Readable } from "node:stream";
import type { Span } from "../../core/account/quota/quota.ts";
import type { UsageDay } from "../../core/account/quota/usage.ts";
import type { OutgoingFile } from "../../core/chat/message.ts";
import { csvOf } from "../../lib/csv.ts";
import { decimalOf } from "../../text/render/money.ts";
import type { TurnOf } from "../../media/fair-queue.ts";
import type { CommandContext } from "../command.ts";
import { describeCharts, type DescribedChart } from "./usage-charts.ts";

/** The longest description that every platform accepts. */
const DESCRIPTION_CHARACTERS = 1_000;

/** What an answer about usage attaches. */
interface UsageFiles {
  readonly span: Span;
  /** Rows from the top down. Without any, there is no picture. */
  readonly charts: readonly (readonly DescribedChart[])[];
  readonly heading: string;
  readonly days: readonly UsageDay[];
  /** Alternative text of the table. */
  readonly tableName: string;
  /** For whom the picture is drawn. */
  readonly by: TurnOf;
}

type Around = Pick<CommandContext, "drawChart" | "prices" | "texts"> & {
  readonly platform: { readonly capabilities: Pick<CommandContext["platform"]["capabilities"], "answersShowFiles"> };
};

interface AttachedUsage {
  readonly files: readonly OutgoingFile[];
  /** Lines that say what is missing. */
  readonly notes: readonly string[];
  /** The answer shows a chart, so its text needs no bars. */
  readonly showsChart: boolean;
}

/** The charts as a picture, and the table, if there is any usage. */
export async function usageFiles(
  { span, charts, heading, days, tableName, by }: UsageFiles,
  { drawChart, platform, prices, texts }: Around,
): Promise<AttachedUsage> {
  const rows = charts.filter((row) => row.length > 0);
  const plain = heading.replaceAll("**", "");
  const picture = { heading: plain, rows: rows.map((row) => row.map(({ chart }) => chart)) };
  const drawn = rows.length === 0 ? undefined : await drawChart(picture, by);
  const files: OutgoingFile[] = [];
  if (typeof drawn === "object") {
    const { bytes, width, height } = drawn;
    const description = describeCharts(plain, rows.flat(), DESCRIPTION_CHARACTERS, texts);
    files.push({ ...fileOf(`usage-${span}.png`, "image/png", Buffer.from(bytes), description), width, height });
  }
  if (days.length > 0) files.push(tableOf(days, span, tableName, prices !== undefined));
  return {
    files,
    notes: typeof drawn === "string" ? [texts.usage.notDrawn[drawn]] : [],
    showsChart: typeof drawn === "object" && platform.capabilities.answersShowFiles,
  };
}

/**
 * Usage as a CSV file. Column names are the same in every language, so that scripts can rely on them. With prices, the last columns are
 * the money, its currency, and how many jobs have no known price; if the operator changed the currency, both amounts are in the cell.
 */
function tableOf(days: readonly UsageDay[], span: Span, description: string, isPriced: boolean): OutgoingFile {
  const hasMoney = isPriced || days.some(({ spent }) => spent !== undefined);
  const amounts = ["day", "member", "account", "channel", "model", "jobs", "images", "seconds"];
  const header = hasMoney ? [...amounts, "cost", "currency", "jobs_without_price"] : amounts;
  const rows = days.map((one) => [
    one.day,
    one.member,
    one.accountId,
    one.channel,
    one.model,
    one.jobs,
    one.images,
    one.seconds,
    ...(hasMoney ? moneyCells(one) : []),
  ]);
  return fileOf(`usage-${span}.csv`, "text/csv", Buffer.from(csvOf(header, rows)), description);
}

/** Empty instead of 0 if no price is known. */
function moneyCells({ spent, jobs }: UsageDay): readonly (string | number)[] {
  const { money, unpriced } = spent ?? { money: [], unpriced: jobs };
  return [money.map(decimalOf).join("; "), money.map(({ currency }) => currency).join("; "), unpriced];
}

function fileOf(name: string, mimeType: string, bytes: Buffer, description: string): OutgoingFile {
  return { name, mimeType, bytes: bytes.length, description, open: async () => Readable.from([bytes]) };
}
