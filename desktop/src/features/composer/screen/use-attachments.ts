import { FILES_AT_ONCE, type OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import type { FileListRow } from '@balcao/shared/features/file-lists/row.ts';
import { isDeniedFile } from '@balcao/shared/features/media/file-rules.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { useState } from 'react';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { handOverFile } from '../../../renderer/kit/hand-over-file.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { DraftKeeper } from './draft-keeper.ts';

export interface Attachments {
  /** Files that the core is taking over now. */
  arriving: number;
  add(files: readonly File[]): void;
  /** The files of a list that the draft has not yet, in their order, and its message. */
  addList(list: FileListRow): Promise<void>;
  remove(file: OutgoingFileItem): void;
  caption(file: OutgoingFileItem, text: string): void;
  /** Moves a file to the place of another one. */
  move(from: number, to: number): void;
}

/**
 * Files that wait beside the text. The core keeps them from the first moment, so they survive whatever the text
 * survives.
 */
export function useAttachments(keeper: DraftKeeper): Attachments {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const check = useFileCheck();
  const [arriving, setArriving] = useState(0);
  const files = () => keeper.current().files;

  const keep = async (file: File) => {
    const name = file.name || pastedName(file.type);
    const kept = await handOverFile(bridge, name, file);
    keeper.change({ files: [...files(), kept] });
  };

  return {
    arriving,
    add(added) {
      const fitting = check(added, files().length + arriving);
      if (fitting.length === 0) return;
      // The mode is set now, not on arrival: an agent who has begun a note by then must not continue to the customer.
      keeper.change({ mode: 'message' });
      setArriving((count) => count + fitting.length);
      // Files go one after the other, so that they stay in the chosen order.
      const kept = fitting.reduce(async (before, file) => {
        await before;
        await keep(file).catch(toastError);
        setArriving((count) => count - 1);
      }, Promise.resolve());
      void keeper.receive(kept);
    },
    async addList({ id, message }) {
      try {
        const listed = await bridge.invoke('media.ofFileList', { id });
        const { body } = keeper.current();
        const added = listed.filter((file) => !files().some(({ mediaId }) => mediaId === file.mediaId));
        const room = Math.max(0, FILES_AT_ONCE - files().length - arriving);
        if (added.length > room)
          showToast(t('composer:files.tooMany', { limit: FILES_AT_ONCE }), { color: 'red' });
        keeper.change({
          mode: 'message',
          body: body.trim() === '' ? message : `${body}\n${message}`,
          files: [...files(), ...added.slice(0, room)],
        });
      } catch (error) {
        toastError(error);
      }
    },
    remove(gone) {
      keeper.change({ files: files().filter(({ mediaId }) => mediaId !== gone.mediaId) });
      bridge.invoke('media.drop', { mediaId: gone.mediaId }).catch(toastError);
    },
    caption: (changed, caption) =>
      keeper.change({
        files: files().map((file) => (file.mediaId === changed.mediaId ? { ...file, caption } : file)),
      }),
    move(from, to) {
      const moved = files()[from];
      if (!moved || to < 0 || to >= files().length) return;
      keeper.change({ files: files().toSpliced(from, 1).toSpliced(to, 0, moved) });
    },
  };
}

/** The files of these that may be sent; the rest is reported by name and reason. */
function useFileCheck(): (files: readonly File[], held: number) => File[] {
  const { t } = useTexts();
  const fileSize = useFileSize();
  return (files, held) => {
    const problem = ({ name, size }: File): string | null => {
      if (size === 0) return t('composer:files.empty', { name });
      if (size > MEDIA_LIMIT_BYTES)
        return t('composer:files.tooLarge', {
          name,
          size: fileSize(size),
          limit: fileSize(MEDIA_LIMIT_BYTES),
        });
      return isDeniedFile({ mime: null, name }) ? t('composer:files.program', { name }) : null;
    };
    const fitting = files.filter((file) => {
      const text = problem(file);
      if (text) showToast(text, { color: 'red' });
      return text === null;
    });
    const room = Math.max(0, FILES_AT_ONCE - held);
    if (fitting.length > room)
      showToast(t('composer:files.tooMany', { limit: FILES_AT_ONCE }), { color: 'red' });
    return fitting.slice(0, room);
  };
}

/** A picture from the clipboard has no name. */
const pastedName = (type: string): string => `pasted.${type.split('/')[1]?.replace(/\W.*/, '') || 'bin'}`;
