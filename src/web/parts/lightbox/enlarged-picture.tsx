import { IconLayoutBoardSplit, IconMaximize, IconRelationOneToOne, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { useState } from "react";
import type { FileView } from "../../../platforms/console/api/api.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import type { EnlargedFileProps } from "../../state/lightbox/enlarged.ts";
import { useUnshown } from "../../state/lightbox/use-unshown.ts";
import { useKeys } from "../../state/lightbox/use-keys.ts";
import { useZoom } from "../../state/lightbox/use-zoom.ts";
import type { Point, Size } from "../../state/lightbox/zoom.ts";
import { Comparison, ComparisonSlider } from "./comparison.tsx";
import { Foot } from "./foot.tsx";
import { NotShown } from "./not-shown.tsx";
import { Stage } from "./stage.tsx";
import { Tool } from "./tool.tsx";
import styles from "./lightbox.module.css";

/** How much a key or a button changes the scale. */
const ZOOM_STEP = 1.5;
/** How far an arrow key moves the picture, in CSS pixels. */
const MOVE_STEP = 80;

/** A picture that people can zoom and pan by mouse, touch, keys and buttons, and compare with the one before an edit. */
export function EnlargedPicture({ file, message, lineage, isCovered, onStep, onShow, onReply }: EnlargedFileProps) {
  const { texts, locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly size: Size }>();
  const { why, failed, tryAgain, addressOf } = useUnshown();
  const unshown = why(file);
  // The message may state no size, and for people's pictures it is the size that their browser reported.
  const size = loaded?.id === file.id ? loaded.size : sizeOf(file);
  const zoom = useZoom({ id: file.id, picture: size ?? { width: 1, height: 1 }, onSwipe: onStep });
  const { view, isEnlarged } = zoom;
  // An arrow key moves the view, so the picture moves in the opposite direction.
  const arrow = (by: Point, step?: 1 | -1) => (): void => {
    if (isEnlarged) zoom.moveBy(by);
    else if (step !== undefined) onStep?.(step);
  };
  const zoomIn = (): void => zoom.zoomBy(ZOOM_STEP);
  const zoomOut = (): void => zoom.zoomBy(1 / ZOOM_STEP);
  useKeys(
    {
      ArrowLeft: arrow({ x: MOVE_STEP, y: 0 }, -1),
      ArrowRight: arrow({ x: -MOVE_STEP, y: 0 }, 1),
      ArrowUp: arrow({ x: 0, y: MOVE_STEP }),
      ArrowDown: arrow({ x: 0, y: -MOVE_STEP }),
      "+": zoomIn,
      // The + key without Shift.
      "=": zoomIn,
      "-": zoomOut,
      "0": zoom.fit,
      "1": zoom.showOriginal,
    },
    isCovered,
  );
  const [compared, setCompared] = useState<{ readonly id: string; readonly share: number }>();
  const related = lineage?.from
    .map((one) => one.file)
    .find(({ id, mimeType }) => id === lineage.edited && mimeType.startsWith("image/"));
  const lost = related && why(related);
  // A comparison is only impossible once the picture is deleted.
  const before = lost === "gone" ? undefined : related;
  const share = before && lost === undefined && compared?.id === file.id ? compared.share : undefined;
  const showBefore = (part: number | undefined): void =>
    setCompared(part === undefined ? undefined : { id: file.id, share: part });
  const place = {
    width: (size?.width ?? 0) * view.scale,
    height: (size?.height ?? 0) * view.scale,
    translate: `calc(-50% + ${view.x}px) calc(-50% + ${view.y}px)`,
  };
  const icon = { size: 20, stroke: 1.7 };
  return (
    <>
      <Stage onStep={onStep}>
        <div className={styles.canvas} data-enlarged={isEnlarged} {...zoom.stage}>
          {unshown ? (
            <NotShown why={unshown} words={texts.pictureUnshown} onTryAgain={() => tryAgain(file)} />
          ) : (
            <img
              key={file.id}
              src={addressOf(file)}
              alt={file.description}
              draggable={false}
              style={place}
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
                setLoaded({ id: file.id, size: { width, height } })
              }
              onError={() => failed(file)}
            />
          )}
          {before && share !== undefined && (
            <Comparison
              src={addressOf(before)}
              place={place}
              share={share}
              onShare={showBefore}
              onError={() => failed(before)}
            />
          )}
        </div>
      </Stage>
      {share !== undefined && <ComparisonSlider share={share} onShare={showBefore} />}
      <Foot
        file={file}
        message={message}
        lineage={lineage}
        size={size}
        unshown={unshown}
        onShow={onShow}
        onReply={onReply}
      >
        <Tool label={say.zoomOut} shortcut="-" onClick={zoomOut}>
          <IconZoomOut {...icon} />
        </Tool>
        <output className={styles.scale}>
          {new Intl.NumberFormat(locale, { style: "percent" }).format(view.scale)}
        </output>
        <Tool label={say.zoomIn} shortcut="+" onClick={zoomIn}>
          <IconZoomIn {...icon} />
        </Tool>
        <Tool label={say.fit} shortcut="0" onClick={zoom.fit}>
          <IconMaximize {...icon} />
        </Tool>
        <Tool label={say.originalSize} shortcut="1" onClick={zoom.showOriginal}>
          <IconRelationOneToOne {...icon} />
        </Tool>
        {before && (
          <Tool
            label={say.compare}
            isOn={share !== undefined}
            onClick={() => {
              if (lost !== undefined) tryAgain(before);
              showBefore(share === undefined ? 50 : undefined);
            }}
          >
            <IconLayoutBoardSplit {...icon} />
          </Tool>
        )}
      </Foot>
    </>
  );
}

function sizeOf({ width, height }: FileView): Size | undefined {
  return width === undefined || height === undefined ? undefined : { width, height };
}
