import { useTexts } from '../../kit/use-texts.ts';

const NAMED = ['facebook', 'instagram', 'messenger', 'whatsapp', 'telegram'] as const;

/** Where a customer tapped, as people write it. The messenger wrote the word: one that nobody knows stays as it is. */
export function useAppName(): (app: string) => string {
  const { t } = useTexts();
  return (app) => {
    const known = NAMED.find((name) => name === app);
    return known ? t(`tickets:referral.apps.${known}`) : app;
  };
}
