import { Tabs } from '@mantine/core';
import { Page } from '../../../renderer/components/page.tsx';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CallLog } from './call-log.tsx';
import { Guide } from './guide.tsx';
import { Keys } from './keys.tsx';
import { Trial } from './trial.tsx';

const TABS = { guide: Guide, trial: Trial, keys: Keys, calls: CallLog } as const;
type Tab = keyof typeof TABS;
const KEYS = Object.keys(TABS) as Tab[];

interface Props {
  /** The tab of the address; the first when absent. */
  open: string | null;
}

/** For whoever has a program work here: how it sends messages, a trial, its keys, and what became of its calls. */
export function MessagesApiPage({ open }: Props) {
  const { t } = useTexts();
  const current = KEYS.find((key) => key === open) ?? 'guide';
  return (
    <Page title={t('messagesApi:heading')} subtitle={t('messagesApi:subtitle')}>
      <Tabs
        value={current}
        onChange={(key) => navigate(`/messages-api/${key ?? ''}`, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="lg">
          {KEYS.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`messagesApi:tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {KEYS.map((key) => {
          const Content = TABS[key];
          return (
            <Tabs.Panel key={key} value={key}>
              <Content />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Page>
  );
}
