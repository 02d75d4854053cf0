import { Box, NativeSelect } from "@mantine/core";
import { IconPlayerSkipBack, IconPlayerSkipForward, IconRepeat } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import type { FileView } from "../../../platforms/console/api/api.ts";
import { consoleDialogTexts } from "../../../text/render/console/console-dialogs.ts";
import { useConsole } from "../../state/console-context.ts";
import { createFrameSteps, type FrameSteps } from "../../state/lightbox/step-frames.ts";
import type { EnlargedFileProps } from "../../state/lightbox/enlarged.ts";
import { useUnshown } from "../../state/lightbox/use-unshown.ts";
import { useKeys } from "../../state/lightbox/use-keys.ts";
import type { Size } from "../../state/lightbox/zoom.ts";
import { Foot } from "./foot.tsx";
import { NotShown } from "./not-shown.tsx";
import { Stage } from "./stage.tsx";
import { Tool } from "./tool.tsx";
import styles from "./lightbox.module.css";

/** Until it is known. */
const USUAL_RATIO = 16 / 9;
const SPEEDS = [0.25, 0.5, 1, 1.5, 2];

/** A clip that plays frame by frame, in a loop, and at other speeds. */
export function EnlargedClip({ file, message, lineage, isCovered, onStep, onShow, onReply }: EnlargedFileProps) {
  const { locale } = useConsole();
  const say = consoleDialogTexts(locale);
  const [frames, setFrames] = useState<FrameSteps>();
  const [isLooped, setLooped] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [loaded, setLoaded] = useState<{ readonly id: string; readonly size: Size }>();
  const { why, failed, tryAgain, addressOf } = useUnshown();
  const unshown = why(file);
  const size = loaded?.id === file.id ? loaded.size : undefined;
  const step = (by: 1 | -1) => (): void => frames?.step(by);
  useKeys(
    {
      ",": step(-1),
      ".": step(1),
      ArrowLeft: () => onStep?.(-1),
      ArrowRight: () => onStep?.(1),
    },
    isCovered,
  );
  const icon = { size: 20, stroke: 1.7 };
  return (
    <>
      <Stage onStep={onStep}>
        {unshown ? (
          <NotShown why={unshown} words={say.clipUnshown} onTryAgain={() => tryAgain(file)} />
        ) : (
          <Player
            key={file.id}
            file={file}
            address={addressOf(file)}
            isLooped={isLooped}
            speed={speed}
            size={size}
            onReady={setFrames}
            onSize={(known) => setLoaded({ id: file.id, size: known })}
            onError={() => failed(file)}
          />
        )}
      </Stage>
      <Foot
        file={file}
        message={message}
        lineage={lineage}
        size={size}
        unshown={unshown}
        onShow={onShow}
        onReply={onReply}
      >
        <Tool label={say.previousFrame} shortcut="," onClick={step(-1)}>
          <IconPlayerSkipBack {...icon} />
        </Tool>
        <Tool label={say.nextFrame} shortcut="." onClick={step(1)}>
          <IconPlayerSkipForward {...icon} />
        </Tool>
        <Tool label={say.loop} isOn={isLooped} onClick={() => setLooped(!isLooped)}>
          <IconRepeat {...icon} />
        </Tool>
        <NativeSelect
          className={styles.speed}
          size="md"
          aria-label={say.speed}
          value={speed}
          data={SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
          onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}
        />
      </Foot>
    </>
  );
}

interface PlayerProps {
  readonly file: FileView;
  readonly address: string;
  readonly isLooped: boolean;
  readonly speed: number;
  /** Undefined until it is known. */
  readonly size: Size | undefined;
  /** Receives the controls that step through the clip's frames. */
  readonly onReady: (frames: FrameSteps) => void;
  readonly onSize: (size: Size) => void;
  readonly onError: () => void;
}

function Player({ file, address, isLooped, speed, size, onReady, onSize, onError }: PlayerProps) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (!video.current) return undefined;
    const frames = createFrameSteps(video.current);
    onReady(frames);
    return () => frames.stop();
  }, [onReady]);
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed]);
  const ratio = size ? size.width / size.height : USUAL_RATIO;
  return (
    <div className={styles.screen}>
      {/* Easel's clips and people's attachments have no captions. */}
      <Box
        component="video"
        ref={video}
        src={address}
        controls
        loop={isLooped}
        preload="auto"
        playsInline
        aria-label={file.description}
        // Exactly the clip's shape: the player shades any bars next to it.
        style={{ aspectRatio: ratio, width: `min(100cqw, 100cqh * ${ratio})` }}
        onLoadedMetadata={({ currentTarget: { videoWidth: width, videoHeight: height } }) => {
          // Browsers also play audio in a <video>, where it has no size.
          if (width > 0 && height > 0) onSize({ width, height });
        }}
        onError={onError}
      />
    </div>
  );
}
