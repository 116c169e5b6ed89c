import { markdownOfFile } from '@balcao/shared/features/knowledge/files.ts';
import { MEDIA_LIMIT_BYTES } from '@balcao/shared/features/media/limits.ts';
import { useState } from 'react';
import { useBridge } from '../../../renderer/kit/bridge-context.tsx';
import { handOverFile } from '../../../renderer/kit/hand-over-file.ts';
import { showToast, useErrorToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** The way of a picture or file into a text. @param onBrought hears how the text names it, once the server has it */
export function useArticleFile(onBrought: (markdown: string) => void, onBusy: (isBusy: boolean) => void) {
  const { t } = useTexts();
  const bridge = useBridge();
  const toastError = useErrorToast();
  const [isBringing, setBringing] = useState(false);

  const setBusy = (isBusy: boolean) => {
    setBringing(isBusy);
    onBusy(isBusy);
  };

  async function bring(file: File | null): Promise<void> {
    if (!file) return;
    if (file.size === 0)
      return void showToast(t('composer:files.empty', { name: file.name }), { color: 'red' });
    if (file.size > MEDIA_LIMIT_BYTES)
      return void showToast(t('common:errors.ERR_BODY_TOO_LARGE'), { color: 'red' });
    setBusy(true);
    try {
      const { mediaId, mime } = await handOverFile(bridge, file.name, file);
      await bridge.invoke('media.upload', { mediaId });
      const isPicture = mime.startsWith('image/');
      const words = isPicture ? file.name.replace(/\.[^.]*$/, '') : file.name;
      onBrought(markdownOfFile({ id: mediaId, mime }, words));
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  }

  return { isBringing, bring };
}
