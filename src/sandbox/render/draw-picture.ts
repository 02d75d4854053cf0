import { createCanvas } from "@napi-rs/canvas";
import type { Picture } from "../image/image-job.ts";
import { withoutMarkers } from "../image/markers.ts";
import { detailsOf, drawCaption } from "./caption.ts";
import type { Fonts } from "../../media/fonts.ts";
import type { RenderInputs } from "./render-message.ts";
import { drawEdit } from "./draw-edit.ts";
import { encode, pixelsOfCanvas } from "./encode.ts";
import { drawScene } from "./scenery/scene.ts";

/** Draws a job's picture. `inputs` are the files of an edit. */
export async function drawPicture(fonts: Fonts, picture: Picture, inputs: RenderInputs): Promise<Buffer> {
  if (inputs.images.length > 0) return drawEdit(fonts, picture, inputs);
  const { width = 1024, height = 1024 } = picture;
  return drawGeneration(fonts, { ...picture, width, height });
}

/** Draws a generation: exactly the requested pixels, in the requested format. */
async function drawGeneration(
  fonts: Fonts,
  picture: Picture & { readonly width: number; readonly height: number },
): Promise<Buffer> {
  const { width, height, seed } = picture;
  const prompt = withoutMarkers(picture.prompt);
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const inset = picture.transparent ? Math.min(width, height) * 0.05 : 0;
  if (picture.transparent) {
    // With a transparent background, the picture has rounded corners, like a card.
    context.beginPath();
    context.roundRect(inset, inset, width - 2 * inset, height - 2 * inset, Math.min(width, height) * 0.14);
    context.clip();
  }
  drawScene(context, { prompt, seed, width, height, fonts });
  drawCaption(
    context,
    fonts,
    { width, height, inset },
    { prompt, details: detailsOf(picture, { width, height }), solid: false },
  );
  const { format, transparent: alpha, compression } = picture;
  return encode(pixelsOfCanvas(context), format, { alpha, compression });
}
