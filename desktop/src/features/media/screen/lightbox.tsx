import { ActionIcon, Modal } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  type Icon,
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconRotateClockwise,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type CSSProperties, useLayoutEffect, useRef, useState } from 'react';
import frame from '../../../renderer/components/lightbox.module.css';
import { Loadable } from '../../../renderer/components/loadable.tsx';
import { UnloadedFile } from '../../../renderer/components/missing-file.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './lightbox.module.css';

const ZOOMS = [1, 1.5, 2, 3, 5] as const;
const QUARTER = 90;

interface Props {
  picture: { url: string; name: string; caption: string };
  /** Counted from 1, the oldest first. */
  position: number;
  total: number;
  onStep: (step: 1 | -1) => void;
  onClose: () => void;
}

/** A picture on its own, up to five times its fitting size; arrow keys lead to those before and after it. */
export function Lightbox({ picture: { url, name, caption }, position, total, onStep, onClose }: Props) {
  const { t } = useTexts();
  const [step, setStep] = useState(0);
  const [turned, setTurned] = useState(0);
  const zoom = ZOOMS[step] ?? 1;
  const zoomBy = (by: number) => setStep(Math.max(0, Math.min(step + by, ZOOMS.length - 1)));
  useHotkeys([
    ['ArrowLeft', () => onStep(-1)],
    ['ArrowRight', () => onStep(1)],
    ['[plus]', () => zoomBy(1)],
    ['shift+[plus]', () => zoomBy(1)],
    ['=', () => zoomBy(1)],
    ['-', () => zoomBy(-1)],
    ['r', () => setTurned(turned + QUARTER)],
  ]);
  return (
    <Modal.Root opened onClose={onClose} fullScreen padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Content className={frame.content} aria-label={t('tickets:photo')}>
        <Modal.Body className={classes.body}>
          <div className={frame.tools}>
            {total > 1 ? (
              <span className={classes.count}>{t('conversation:imagePosition', { position, total })}</span>
            ) : null}
            <Tool
              icon={IconZoomOut}
              label={t('tickets:zoomOut')}
              disabled={step === 0}
              onClick={() => zoomBy(-1)}
            />
            <Tool
              icon={IconZoomIn}
              label={t('tickets:zoomIn')}
              disabled={step === ZOOMS.length - 1}
              onClick={() => zoomBy(1)}
            />
            <Tool
              icon={IconRotateClockwise}
              label={t('conversation:rotate')}
              onClick={() => setTurned(turned + QUARTER)}
            />
            <ActionIcon
              component="a"
              className={frame.tool}
              href={url}
              download={name || true}
              aria-label={t('tickets:download')}
            >
              <IconDownload size={20} />
            </ActionIcon>
            <Tool icon={IconX} label={t('common:close')} onClick={onClose} focused />
          </div>
          {position > 1 ? (
            <Side side="left" label={t('conversation:previousImage')} onClick={() => onStep(-1)} />
          ) : null}
          {position < total ? (
            <Side side="right" label={t('conversation:nextImage')} onClick={() => onStep(1)} />
          ) : null}
          <Loadable
            instead={(retry, isLive) => (
              <div className={frame.unloaded}>
                <UnloadedFile isLive={isLive} onRetry={retry} />
              </div>
            )}
          >
            {(onFailed) => (
              <Stage
                url={url}
                alt={caption || t('tickets:photo')}
                zoom={zoom}
                turned={turned}
                onFailed={onFailed}
              />
            )}
          </Loadable>
          {caption ? <p className={classes.caption}>{caption}</p> : null}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface StageProps {
  url: string;
  alt: string;
  zoom: number;
  /** Degrees. */
  turned: number;
  onFailed: () => void;
}

/** At least as large as the screen; a larger picture can be dragged, and grows around its middle. */
function Stage({ url, alt, zoom, turned, onFailed }: StageProps) {
  const lies = turned % (2 * QUARTER) !== 0;
  const stage = useRef<HTMLDivElement>(null);
  const shown = useRef(zoom);
  useLayoutEffect(() => {
    const by = zoom / shown.current;
    shown.current = zoom;
    if (!stage.current) return;
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = stage.current;
    const along = (start: number, length: number) => (start + length / 2) * by - length / 2;
    stage.current.scrollTo(along(scrollLeft, clientWidth), along(scrollTop, clientHeight));
  }, [zoom]);
  return (
    <div
      ref={stage}
      className={classes.stage}
      data-zoomed={zoom > 1 || undefined}
      onPointerDown={({ currentTarget, pointerId, pointerType }) => {
        if (pointerType === 'mouse') currentTarget.setPointerCapture(pointerId);
      }}
      onPointerMove={({ currentTarget, pointerId, movementX, movementY }) => {
        if (currentTarget.hasPointerCapture(pointerId)) currentTarget.scrollBy(-movementX, -movementY);
      }}
    >
      <img
        className={classes.picture}
        src={url}
        alt={alt}
        draggable={false}
        onError={onFailed}
        data-lies={lies || undefined}
        style={{ '--zoom': zoom, rotate: `${turned}deg` } as CSSProperties}
      />
    </div>
  );
}

interface ToolProps {
  icon: Icon;
  label: string;
  disabled?: boolean;
  focused?: boolean;
  onClick: () => void;
}

function Tool({ icon: ToolIcon, label, disabled = false, focused = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      className={frame.tool}
      disabled={disabled}
      aria-label={label}
      onClick={onClick}
      data-autofocus={focused || undefined}
    >
      <ToolIcon size={20} />
    </ActionIcon>
  );
}

function Side({ side, label, onClick }: { side: 'left' | 'right'; label: string; onClick: () => void }) {
  const SideIcon = side === 'left' ? IconChevronLeft : IconChevronRight;
  return (
    <ActionIcon
      className={classes.side}
      data-side={side}
      size={44}
      radius="xl"
      aria-label={label}
      onClick={onClick}
    >
      <SideIcon size={26} />
    </ActionIcon>
  );
}
