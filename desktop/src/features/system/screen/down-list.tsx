import type { DownConnection } from '@balcao/shared/features/system/calls.ts';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { NumberCell } from './number-cell.tsx';
import { useSeconds } from './use-seconds.ts';

/** Numbers that people want to be connected, and that are not: whose they are, since when, and why. */
export function DownList({ down }: { down: readonly DownConnection[] }) {
  const { t } = useTexts();
  const written = useSeconds();
  const rows = down.map((connection) => ({ ...connection, id: connection.connectionId }));
  return (
    <Section title={t('system:down.title')}>
      <ListTable
        rows={rows}
        columns={[
          {
            head: t('system:check.numbers'),
            cell: (connection) => <NumberCell {...connection} />,
          },
          {
            head: t('system:down.reason'),
            cell: ({ reason, channel, since }) => (
              <>
                <div>
                  {reason
                    ? t(`connections:reason.${reason}`, { channel: t(`tickets:channel.${channel}`) })
                    : t('system:down.unknown')}
                </div>
                <div className={cells.detail}>
                  {t('system:down.since', {
                    time: written((serverNow().getTime() - Date.parse(since)) / 1_000),
                  })}
                </div>
              </>
            ),
          },
        ]}
      />
    </Section>
  );
}
