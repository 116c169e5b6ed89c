import { FILES_AT_ONCE, type OutgoingFileItem } from '@balcao/shared/features/composer/bridge.ts';
import { isDeniedFile } from '@balcao/shared/features/media/file-rules.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { handOverFile } from '../../../renderer/kit/hand-over-file.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useFileSize } from '../../../renderer/kit/use-file-size.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Hands files over to the core, one after the other; what may not be sent is said by name and reason. */
export function useAddFiles(
  onFile: (file: OutgoingFileItem) => void,
): (files: readonly File[]) => Promise<void> {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const fileSize = useFileSize();
  const problem = ({ name, size }: File): string | null => {
    if (size === 0) return t('composer:files.empty', { name });
    const limit = fileSize(MEDIA_LIMIT_BYTES);
    if (size > MEDIA_LIMIT_BYTES) return t('composer:files.tooLarge', { name, size: fileSize(size), limit });
    return isDeniedFile({ mime: null, name }) ? t('composer:files.program', { name }) : null;
  };
  return async (files) => {
    if (files.length > FILES_AT_ONCE)
      showToast(t('composer:files.tooMany', { limit: FILES_AT_ONCE }), { color: 'red' });
    for (const file of files.slice(0, FILES_AT_ONCE)) {
      const text = problem(file);
      if (text) showToast(text, { color: 'red' });
      else await handOverFile(bridge, file.name || 'file', file).then(onFile, toastError);
    }
  };
}
