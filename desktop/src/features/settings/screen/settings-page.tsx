import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { Tabs } from '@mantine/core';
import { Page } from '../../../renderer/components/page.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { isShownTo, type SettingsTab } from '../../../renderer/kit/pages.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

interface Props {
  user: SessionUser;
  tabs: readonly SettingsTab[];
  /** Taken from the address, so that a tab can be linked to; the first when absent. */
  open: string | null;
}

/** Options, business hours, and for operators companies, plans and help, as tabs. */
export function SettingsPage({ user, tabs, open }: Props) {
  const { t } = useTexts();
  const shown = tabs.filter((tab) => isShownTo(user, tab));
  const current = shown.find(({ key }) => key === open) ?? shown[0];
  return (
    <Page title={t('settings:title')} subtitle={t('settings:subtitle')}>
      <Tabs
        value={current?.key ?? null}
        onChange={(key) => navigate(`/settings/${key ?? ''}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {shown.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {shown.map(({ key, render }) => (
          <Tabs.Panel key={key} value={key}>
            {render({ user })}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
