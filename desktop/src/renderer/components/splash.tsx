import { Center, Loader } from '@mantine/core';
import { useDelayed } from '../kit/use-delayed.ts';
import { useTexts } from '../kit/use-texts.ts';

export const SKELETON_DELAY_MS = 150;

/** The moment before the core has answered; invisible unless it is long. */
export function Splash() {
  const { t } = useTexts();
  const late = useDelayed(true, SKELETON_DELAY_MS);
  if (!late) return null;
  return (
    <Center h="100%" role="status" aria-label={t('common:loading')}>
      <Loader size="sm" />
    </Center>
  );
}
