import { IconLock } from '@tabler/icons-react';
import { useEffect } from 'react';
import { StateView } from '../components/state-view.tsx';
import { navigate } from '../kit/navigate.ts';
import { useTexts } from '../kit/use-texts.ts';

/** As long as the sentence takes to be read. */
const LEAVE_AFTER_MS = 1_000;

/** In place of a page that the company's plan does not include; leads home by itself. */
export function NotInPlan() {
  const { t } = useTexts();
  useEffect(() => {
    const timer = setTimeout(() => navigate('/', { replace: true }), LEAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <StateView role="alert" icon={IconLock} title={t('common:notInPlan')} />;
}
