import { VideoSample, type VideoSampleTransformationDescription } from "mediabunny";
import sharp from "sharp";

/**
 * Makes a frame smaller plane by plane, as the decoder gives it and the encoder takes it. Null for what this does not do
 * (turning, cutting, other layouts of pixels), which nothing else here does either.
 */
export async function shrinkFrame(
  sample: VideoSample,
  wanted: VideoSampleTransformationDescription,
): Promise<VideoSample | null> {
  const { codedWidth, codedHeight, format, timestamp, duration } = sample;
  const { width, height, crop } = wanted;
  const isWhole = crop.left === 0 && crop.top === 0 && crop.width === codedWidth && crop.height === codedHeight;
  if (format !== "I420" || !isWhole || wanted.rotation !== 0 || wanted.flip) return null;
  const pixels = Buffer.allocUnsafe(sample.allocationSize());
  const layout = await sample.copyTo(pixels);
  const planes = layout.map(async ({ offset, stride }, index) => {
    const part = index === 0 ? 1 : 2;
    const [rows, columns] = [Math.ceil(codedHeight / part), Math.ceil(codedWidth / part)];
    return sharp(pixels.subarray(offset, offset + stride * rows), { raw: { width: stride, height: rows, channels: 1 } })
      .extract({ left: 0, top: 0, width: columns, height: rows })
      .resize(width / part, height / part, { fit: "fill", kernel: "linear" })
      .toColourspace("b-w")
      .raw()
      .toBuffer();
  });
  const data = Buffer.concat(await Promise.all(planes));
  return new VideoSample(data, { format, codedWidth: width, codedHeight: height, timestamp, duration });
}
