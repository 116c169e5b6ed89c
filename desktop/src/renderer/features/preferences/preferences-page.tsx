import { Tabs } from '@mantine/core';
import { useLocation } from 'wouter';
import { useTexts } from '../../app/use-texts.ts';
import { Page } from '../../components/page.tsx';
import { AboutTab } from './about-tab.tsx';
import { DesktopTab } from './desktop-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import { StorageTab } from './storage-tab.tsx';

const TABS = [
  { key: 'notifications', Content: NotificationsTab },
  { key: 'desktop', Content: DesktopTab },
  { key: 'storage', Content: StorageTab },
  { key: 'about', Content: AboutTab },
] as const;

/** What a person chooses for this computer. `open` from the address, so that a tab can be linked to. */
export function PreferencesPage({ open }: { open: string | null }) {
  const { t } = useTexts();
  const [, navigate] = useLocation();
  const current = TABS.find(({ key }) => key === open) ?? TABS[0];
  return (
    <Page title={t('preferences:title')} subtitle={t('preferences:subtitle')}>
      <Tabs
        value={current.key}
        onChange={(key) => navigate(`/preferences/${key ?? ''}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {TABS.map(({ key }) => (
            <Tabs.Tab key={key} value={key}>
              {t(`preferences:tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {TABS.map(({ key, Content }) => (
          <Tabs.Panel key={key} value={key}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
