import { Page } from '../../../renderer/components/page.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { HelpsTab } from './helps-tab.tsx';

export function VideosPage() {
  const { t } = useTexts();
  return (
    <Page title={t('helps:videos')} subtitle={t('helps:videosHint')}>
      <HelpsTab />
    </Page>
  );
}
