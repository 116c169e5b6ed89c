import type { OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import { mediaKind } from '@balcao/shared/features/media/media-kind.ts';
import { ActionIcon, Loader, Textarea } from '@mantine/core';
import { IconGripVertical, IconX } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, useState } from 'react';
import { AudioPlayer } from '../../../renderer/components/audio/audio-player.tsx';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './attachment-tray.module.css';
import { FileThumb } from './file-thumb.tsx';
import type { Attachments } from './use-attachments.ts';

interface Props {
  files: readonly OutgoingFileItem[];
  attachments: Attachments;
}

/** The files of the message in sending order: each can be viewed, played, named, moved and removed. */
export function AttachmentTray({ files, attachments }: Props) {
  const { t } = useTexts();
  const [dragged, setDragged] = useState<number | null>(null);
  const [moved, setMoved] = useState('');

  const move = (from: number, to: number) => {
    const file = files[from];
    if (!file || to < 0 || to >= files.length) return;
    attachments.move(from, to);
    setMoved(t('composer:files.moved', { name: file.name, place: to + 1, count: files.length }));
  };

  return (
    <>
      <ul className={classes.tray} aria-label={t('composer:files.list')}>
        {files.map((file, index) => (
          <Tile
            key={file.mediaId}
            file={file}
            attachments={attachments}
            dragged={dragged === index}
            onMove={(by) => move(index, index + by)}
            onDrag={(on) => setDragged(on ? index : null)}
            onDropHere={() => {
              if (dragged !== null) move(dragged, index);
              setDragged(null);
            }}
          />
        ))}
        {Array.from({ length: attachments.arriving }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are only counted
          <li key={index} className={classes.tile}>
            <span className={classes.thumb}>
              <Loader size="sm" role="status" aria-label={t('composer:files.arriving')} />
            </span>
          </li>
        ))}
      </ul>
      <span className={classes.hidden} role="status">
        {moved}
      </span>
    </>
  );
}

interface TileProps {
  file: OutgoingFileItem;
  attachments: Attachments;
  dragged: boolean;
  onMove(by: number): void;
  onDrag(on: boolean): void;
  onDropHere(): void;
}

function Tile({ file, attachments, dragged, onMove, onDrag, onDropHere }: TileProps) {
  const { t } = useTexts();
  const fileSize = useFileSize();
  const isAudio = mediaKind(file.mime) === 'audio';
  const isTile = (event: DragEvent) => event.dataTransfer.types.includes(TILE);
  return (
    <li
      className={classes.tile}
      data-audio={isAudio || undefined}
      data-dragged={dragged || undefined}
      onDragOver={(event) => {
        if (isTile(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!isTile(event)) return;
        event.preventDefault();
        event.stopPropagation();
        onDropHere();
      }}
    >
      {isAudio ? <Voice file={file} /> : <FileThumb file={file} />}
      <div className={classes.about}>
        <ActionIcon
          className={classes.handle}
          size={24}
          draggable
          aria-label={t('composer:files.move', { name: file.name })}
          title={t('composer:files.moveHint')}
          onDragStart={(event) => {
            event.dataTransfer.setData(TILE, file.mediaId);
            event.dataTransfer.effectAllowed = 'move';
            onDrag(true);
          }}
          onDragEnd={() => onDrag(false)}
          onKeyDown={(event: KeyboardEvent) => {
            const by = STEPS[event.key];
            if (!by) return;
            event.preventDefault();
            onMove(by);
          }}
        >
          <IconGripVertical size={15} />
        </ActionIcon>
        <span className={classes.name} title={file.name}>
          {file.name}
        </span>
        <span className={classes.size}>{fileSize(file.size)}</span>
      </div>
      {isAudio ? null : (
        <Textarea
          classNames={{ input: classes.caption }}
          size="xs"
          rows={1}
          aria-label={t('composer:files.captionOf', { name: file.name })}
          placeholder={t('composer:files.caption')}
          value={file.caption}
          onChange={(event) => attachments.caption(file, event.currentTarget.value)}
        />
      )}
      <ActionIcon
        className={classes.remove}
        size={24}
        radius="xl"
        variant="default"
        aria-label={t('composer:files.remove', { name: file.name })}
        onClick={() => attachments.remove(file)}
      >
        <IconX size={14} />
      </ActionIcon>
    </li>
  );
}

/** Names what is dragged, so that a file from outside is not taken for a tile. */
const TILE = 'application/x-balcao-tile';

const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

function Voice({ file: { url, seconds, waveform } }: { file: OutgoingFileItem }) {
  const bars = waveform && btoa(String.fromCharCode(...waveform));
  return (
    <div className={classes.voice}>
      <AudioPlayer url={url} media={{ seconds, waveform: bars, voice: true }} />
    </div>
  );
}
