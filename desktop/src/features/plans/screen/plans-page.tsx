import { Page } from '../../../renderer/components/page.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { PlansTab } from './plans-tab.tsx';

export function PlansPage() {
  const { t } = useTexts();
  return (
    <Page title={t('plans:title')} subtitle={t('plans:subtitle')}>
      <PlansTab />
    </Page>
  );
}
