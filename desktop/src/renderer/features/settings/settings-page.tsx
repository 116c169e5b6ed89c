import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from '../../components/page.tsx';
import { navigate } from '../../kit/navigate.ts';
import { useTexts } from '../../kit/use-texts.ts';

export interface SettingsTab {
  key: 'options' | 'schedules' | 'companies' | 'plans' | 'helps';
  content: ReactNode;
}

interface Props {
  tabs: readonly SettingsTab[];
  /** From the address, so that a tab can be linked to; the first when absent. */
  open: string | null;
}

/** Options, business hours, and for operators companies, plans and help, as tabs. */
export function SettingsPage({ tabs, open }: Props) {
  const { t } = useTexts();
  const current = tabs.find((tab) => tab.key === open) ?? tabs[0];
  return (
    <Page title={t('settings:title')} subtitle={t('settings:subtitle')}>
      <Tabs
        value={current?.key ?? null}
        onChange={(key) => navigate(`/settings/${key ?? ''}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {tabs.map((tab) => (
            <Tabs.Tab key={tab.key} value={tab.key}>
              {t(`settings:tabs.${tab.key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map((tab) => (
          <Tabs.Panel key={tab.key} value={tab.key}>
            {tab.content}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
