import { showToast } from '../../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';

/** Puts a text where one pastes from, and says so. */
export function useCopyText(): (text: string) => void {
  const { t } = useTexts();
  return (text) =>
    void navigator.clipboard.writeText(text).then(
      () => showToast(t('conversation:copied'), {}),
      () => showToast(t('conversation:copyFailed'), { color: 'red' }),
    );
}
