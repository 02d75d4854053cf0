import { LOCALES, type Locale } from "../../../lib/locale.ts";
import type { Service } from "../../../core/job/job.ts";

/** A step's input or output, as shown to the author of a workflow. */
interface Field {
  readonly title: string;
  readonly description: string;
}

/** Texts about steps of workflows. */
export interface StepTexts {
  readonly title: Readonly<Record<Service, string>>;
  readonly description: Readonly<Record<Service, string>>;
  readonly inputs: Readonly<
    Record<"person" | "channel" | "prompt" | "model" | "size" | "aspect_ratio" | "count" | "seconds", Field>
  >;
  readonly outputs: Readonly<Record<"link" | "prompt" | "made", Field>>;
  /** Why nothing was offered. */
  readonly noPerson: string;
  readonly noChannel: string;
  readonly tooLong: (max: number) => string;
  readonly tooMany: string;
  /** The only answer for every reason that depends on the person or the channel. */
  readonly notOffered: string;
  /** How it ended without a result. */
  readonly notAsked: string;
  readonly notAgreed: string;
  /** Deliberately vague: the workflow's author must not learn that a person's data was deleted. */
  readonly forgotten: string;
  readonly cancelled: string;
  readonly notPosted: string;
  readonly notTaken: string;
  readonly notKnown: string;
}

const en: StepTexts = {
  title: { image: "Make a picture", video: "Make a clip" },
  description: {
    image: "Asks a person whether to make pictures, and posts them in a channel",
    video: "Asks a person whether to make a clip, and posts it in a channel",
  },
  inputs: {
    person: { title: "The person who asks", description: "Has to agree first. It counts as their request." },
    channel: {
      title: "Channel",
      description: "Where the result is posted. Easel and the person must be able to read it.",
    },
    prompt: { title: "Prompt", description: "What it should show" },
    model: { title: "Model", description: "As `/models` names it. Empty: the channel's default" },
    size: { title: "Size", description: "Such as 1K, 2K or 1024x1024. Empty: the model's default" },
    aspect_ratio: { title: "Aspect ratio", description: "Such as 16:9. Empty: the model's default" },
    count: { title: "How many", description: "1 to 10. Empty: one" },
    seconds: { title: "Seconds", description: "How long the clip is. Empty: the model's default" },
  },
  outputs: {
    link: { title: "Link", description: "The address of the message with the result" },
    prompt: { title: "Prompt", description: "What it was made from" },
    made: { title: "How many were made", description: "The number of pictures or clips in the message" },
  },
  noPerson: "The step names no person of this workspace. Nothing was sent or spent.",
  noChannel: "The step names no channel. Nothing was sent or spent.",
  tooLong: (max) => `A step's prompt has ${max} characters at most. Nothing was sent or spent.`,
  tooMany: "Too many steps asked in a short time, or the person was asked too often today. Nothing was sent or spent.",
  notOffered:
    "The person could not be asked. Easel and that person must be able to read the channel, the person must be a member of this workspace, and must be allowed to make this there: they can see the reason with `/imagine` or `/video` in the channel. Nothing was sent or spent.",
  notAsked: "The person could not be asked. Nothing was sent or spent.",
  notAgreed:
    "The person who was asked declined or did not agree within a day, or what they agreed to was not allowed any more. Nothing was made.",
  forgotten: "The person can't be asked any more. Nothing more is made, and what was made for this step is deleted.",
  cancelled: "It was cancelled.",
  notPosted: "It could not be posted in the channel, or its message was deleted.",
  notTaken: "The result is posted in the channel, but Slack refused what the step returned.",
  notKnown: "It is not known yet whether it is made. If it is, it is posted in the channel.",
};

const zhCn: StepTexts = {
  title: { image: "生成图片", video: "生成视频" },
  description: {
    image: "先征得某人同意，再生成图片并发到频道",
    video: "先征得某人同意，再生成视频并发到频道",
  },
  inputs: {
    person: { title: "请求人", description: "会先征求此人同意，并计为此人的请求。" },
    channel: { title: "频道", description: "结果发布的位置。Easel 和请求人都必须能读取它。" },
    prompt: { title: "提示词", description: "想要呈现的内容" },
    model: { title: "模型", description: "`/models` 中的名称。留空：频道的默认模型" },
    size: { title: "尺寸", description: "例如 1K、2K 或 1024x1024。留空：模型的默认值" },
    aspect_ratio: { title: "宽高比", description: "例如 16:9。留空：模型的默认值" },
    count: { title: "数量", description: "1 到 10。留空：一张" },
    seconds: { title: "秒数", description: "视频的长度。留空：模型的默认值" },
  },
  outputs: {
    link: { title: "链接", description: "结果消息的地址" },
    prompt: { title: "提示词", description: "生成时使用的提示词" },
    made: { title: "生成数量", description: "消息中图片或视频的数量" },
  },
  noPerson: "此步骤没有指定本工作区中可以询问的人。没有发送任何内容，也没有产生费用。",
  noChannel: "此步骤没有指定频道。没有发送任何内容，也没有产生费用。",
  tooLong: (max) => `步骤的提示词最多 ${max} 个字符。没有发送任何内容，也没有产生费用。`,
  tooMany: "短时间内步骤的请求太多，或此人今天被询问的次数太多。没有发送任何内容，也没有产生费用。",
  notOffered:
    "无法询问此人。Easel 和此人都必须能读取该频道，此人必须是本工作区的成员，并且可以在那里生成这些内容：此人可以在该频道用 `/imagine` 或 `/video` 查看原因。没有发送任何内容，也没有产生费用。",
  notAsked: "无法询问此人。没有发送任何内容，也没有产生费用。",
  notAgreed: "被询问的人拒绝了、没有在一天内同意，或所同意的内容已不再允许。没有生成任何内容。",
  forgotten: "已无法再询问此人。不会再生成任何内容，为此步骤生成的内容也会删除。",
  cancelled: "已取消。",
  notPosted: "无法发到频道，或其消息已被删除。",
  notTaken: "结果已发到频道，但 Slack 拒绝了此步骤的返回值。",
  notKnown: "还不知道是否已生成。如果已生成，会发到频道。",
};

const TEXTS: Record<Locale, StepTexts> = { en, "zh-CN": zhCn };

/** The texts about steps of workflows in a language. */
export function stepTextsFor(locale: Locale): StepTexts {
  return TEXTS[locale];
}

/** The text in every language, one per line: the reader is unknown, and one language could hint at who the person is. */
export function forAnyReader(text: (texts: StepTexts, locale: Locale) => string): string {
  return LOCALES.map((locale) => text(TEXTS[locale], locale)).join("\n");
}
