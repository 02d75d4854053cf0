import { VideoSample, type VideoSampleTransformationDescription } from "mediabunny";
import sharp from "sharp";
import { planesOf } from "./planes.ts";

/**
 * Scales a frame plane by plane, in the decoder's layout; colours are halved each way, as the encoder needs them. Null for
 * unsupported options (rotation, cropping, RGB), which nothing else here supports either.
 */
export async function shrinkFrame(
  sample: VideoSample,
  wanted: VideoSampleTransformationDescription,
): Promise<VideoSample | null> {
  const { codedWidth, codedHeight, format, timestamp, duration } = sample;
  const { width, height, crop } = wanted;
  const isWhole = crop.left === 0 && crop.top === 0 && crop.width === codedWidth && crop.height === codedHeight;
  if (format === null || !isWhole || wanted.rotation !== 0 || wanted.flip) return null;
  const pixels = Buffer.allocUnsafe(sample.allocationSize());
  const layout = await sample.copyTo(pixels);
  const planes = planesOf(format, { pixels, layout }, { width: codedWidth, height: codedHeight });
  if (!planes) return null;
  const smaller = planes.map(async ({ bytes, stride, columns, rows }, index) => {
    const part = index === 0 ? 1 : 2;
    return sharp(bytes, { raw: { width: stride, height: rows, channels: 1 } })
      .extract({ left: 0, top: 0, width: columns, height: rows })
      .resize(width / part, height / part, { fit: "fill", kernel: "linear" })
      .toColourspace("b-w")
      .raw()
      .toBuffer();
  });
  const data = Buffer.concat(await Promise.all(smaller));
  return new VideoSample(data, { format: "I420", codedWidth: width, codedHeight: height, timestamp, duration });
}
