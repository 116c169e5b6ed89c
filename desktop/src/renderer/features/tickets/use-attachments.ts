import { MEDIA_LIMIT_BYTES } from '@balcao/shared/constants.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showToast } from '../../app/toasts.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { useFileSize } from './use-file-size.ts';

export interface Attachment {
  id: string;
  file: File;
  /** Of the preview; freed when the attachment goes. */
  url: string;
}

/** Images that wait beside the text until it is sent. */
export function useAttachments() {
  const { t } = useTexts();
  const fileSize = useFileSize();
  const [attachments, setAttachments] = useState<Attachment[]>([]);
  const held = useRef<Attachment[]>([]);
  held.current = attachments;
  useEffect(() => () => free(held.current), []);

  const add = useCallback(
    (files: readonly File[]) => {
      const images = files.filter((file) => file.type.startsWith('image/'));
      const fitting = images.filter((file) => file.size <= MEDIA_LIMIT_BYTES);
      if (images.length < files.length) showToast(t('tickets:notAnImage'), { color: 'red' });
      if (fitting.length < images.length)
        showToast(t('tickets:tooLarge', { limit: fileSize(MEDIA_LIMIT_BYTES) }), { color: 'red' });
      const added = fitting.map((file) => ({
        id: crypto.randomUUID(),
        file,
        url: URL.createObjectURL(file),
      }));
      setAttachments((current) => [...current, ...added]);
    },
    [t, fileSize],
  );

  const remove = useCallback((gone: readonly Attachment[]) => {
    free(gone);
    setAttachments((current) => current.filter(({ id }) => !gone.some((one) => one.id === id)));
  }, []);

  return { attachments, add, remove };
}

const free = (attachments: readonly Attachment[]) => {
  for (const { url } of attachments) URL.revokeObjectURL(url);
};

/** The bytes of a file as the bridge carries them. */
export function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^data:[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}
