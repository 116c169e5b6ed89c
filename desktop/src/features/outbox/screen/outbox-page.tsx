import { Button, Title } from '@mantine/core';
import { IconCloudCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Page, Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { StateView } from '../../../renderer/components/state-view.tsx';
import { useBridgeCommand, useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useConfirm } from '../../../renderer/kit/use-confirm.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { HeldUpRow } from './held-up-row.tsx';
import classes from './outbox.module.css';
import { OutboxRow } from './outbox-row.tsx';

/** The agent's commands that have not arrived: what, for whom, since when, and why they wait. */
export function OutboxPage() {
  const { t } = useTexts();
  const query = useBridgeQuery('outbox.list', null);
  const refused = query.data?.items.filter(({ waitsFor }) => waitsFor === null) ?? [];
  const waiting = query.data?.items.filter(({ waitsFor }) => waitsFor !== null) ?? [];
  return (
    <Page
      title={t('outbox:title')}
      subtitle={t('outbox:subtitle')}
      actions={refused.length > 1 ? <ClearButton /> : null}
    >
      <QueryView query={query}>
        {({ items, heldUp }) =>
          items.length + heldUp.length === 0 ? (
            <StateView icon={IconCloudCheck} title={t('outbox:empty')} hint={t('outbox:emptyHint')} />
          ) : (
            <>
              <Section title={t('outbox:refused')} rows={refused.map(commandRow)} />
              <Section title={t('outbox:waiting')} rows={waiting.map(commandRow)} />
              <Section
                title={t('outbox:heldUp')}
                rows={heldUp.map((message) => ({ key: message.id, row: <HeldUpRow message={message} /> }))}
              />
            </>
          )
        }
      </QueryView>
    </Page>
  );
}

interface Row {
  key: string | number;
  row: ReactNode;
}

const commandRow = (item: Parameters<typeof OutboxRow>[0]['item']): Row => ({
  key: item.position,
  row: <OutboxRow item={item} />,
});

function Section({ title, rows }: { title: string; rows: Row[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb={8}>
        {title} <span className={classes.count}>{rows.length}</span>
      </Title>
      <Panel>
        <ul className={classes.list}>
          {rows.map(({ key, row }) => (
            <li key={key}>{row}</li>
          ))}
        </ul>
      </Panel>
    </section>
  );
}

function ClearButton() {
  const { t } = useTexts();
  const clear = useBridgeCommand('outbox.clear');
  const confirm = useConfirm();
  const ask = () =>
    confirm({ title: t('outbox:clear'), text: t('outbox:clearConfirm'), confirm: t('outbox:remove') }, () =>
      clear.mutate(null),
    );
  return (
    <Button variant="default" onClick={ask}>
      {t('outbox:clear')}
    </Button>
  );
}
