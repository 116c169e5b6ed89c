import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { AboutTab } from './about-tab.tsx';
import { DesktopTab } from './desktop-tab.tsx';
import { NotificationsTab } from './notifications-tab.tsx';
import classes from './preferences.module.css';
import { StorageTab } from './storage-tab.tsx';
import { TicketsTab } from './tickets-tab.tsx';

interface Props {
  /** Taken from the address, so that a tab can be linked to. */
  open: string | null;
  /** How the person likes to write; the composer's own. */
  writing: ReactNode;
}

/** The user's choices for this computer. */
export function PreferencesPage({ open, writing }: Props) {
  const { t } = useTexts();
  const tabs = [
    { key: 'notifications', content: <NotificationsTab /> },
    { key: 'tickets', content: <TicketsTab /> },
    { key: 'writing', content: <Writing>{writing}</Writing> },
    { key: 'desktop', content: <DesktopTab /> },
    { key: 'storage', content: <StorageTab /> },
    { key: 'about', content: <AboutTab /> },
  ] as const;
  const current = tabs.find(({ key }) => key === open) ?? tabs[0];
  return (
    <Page title={t('preferences:title')} subtitle={t('preferences:subtitle')}>
      <Tabs
        value={current.key}
        onChange={(key) => navigate(`/preferences/${key ?? ''}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map(({ key }) => (
            <Tabs.Tab key={key} value={key}>
              {t(`preferences:tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ key, content }) => (
          <Tabs.Panel key={key} value={key}>
            {content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

const Writing = ({ children }: { children: ReactNode }) => (
  <Panel>
    <div className={classes.writing}>{children}</div>
  </Panel>
);
