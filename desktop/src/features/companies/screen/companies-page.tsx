import { Page } from '../../../renderer/components/page.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CompaniesTab } from './companies-tab.tsx';

export function CompaniesPage() {
  const { t } = useTexts();
  return (
    <Page title={t('companies:title')} subtitle={t('companies:subtitle')}>
      <CompaniesTab />
    </Page>
  );
}
