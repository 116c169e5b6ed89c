import type { CampaignReport } from '@balcao/shared/features/campaigns/calls.ts';
import { SKIP_REASONS } from '@balcao/shared/features/campaigns/row.ts';
import { Table } from '@mantine/core';
import cells from '../../../renderer/components/list-table.module.css';
import { Panel } from '../../../renderer/components/page.tsx';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './report.module.css';
import { useReasonText } from './use-reason-text.ts';

const FIGURES = ['recipients', 'sent', 'delivered', 'read', 'answered'] as const;

/** Which text did best, and why some did not get theirs. */
export function ReportTables({ report }: { report: CampaignReport }) {
  return (
    <>
      {report.variants.length > 1 ? <Variants variants={report.variants} /> : null}
      <Reasons report={report} />
    </>
  );
}

function Variants({ variants }: { variants: CampaignReport['variants'] }) {
  const { t } = useTexts();
  const format = useFormat();
  return (
    <section aria-label={t('campaigns:report.variants')}>
      <h2 className={classes.heading}>{t('campaigns:report.variants')}</h2>
      <Panel>
        <Table className={cells.table} verticalSpacing="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('campaigns:report.variant')}</Table.Th>
              {FIGURES.map((figure) => (
                <Table.Th key={figure}>{t(`campaigns:cards.${figure}`)}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {variants.map((variant) => (
              <Table.Tr key={variant.variant}>
                <Table.Td>{t('campaigns:tab', { place: variant.variant })}</Table.Td>
                {FIGURES.map((figure) => (
                  <Table.Td key={figure}>{format.number(variant[figure])}</Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
    </section>
  );
}

function Reasons({ report: { failures, skipped } }: { report: CampaignReport }) {
  const { t } = useTexts();
  const format = useFormat();
  const reasonText = useReasonText();
  const lines = [
    ...failures.map(({ code, count }) => ({ state: 'failed', reason: code, count }) as const),
    ...SKIP_REASONS.map((reason) => ({ state: 'skipped', reason, count: skipped[reason] }) as const),
  ].filter(({ count }) => count > 0);
  if (lines.length === 0) return null;
  return (
    <section aria-label={t('campaigns:report.reasons')}>
      <h2 className={classes.heading}>{t('campaigns:report.reasons')}</h2>
      <Panel>
        <Table className={cells.table} verticalSpacing="xs" horizontalSpacing="md">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('campaigns:report.reason')}</Table.Th>
              <Table.Th>{t('campaigns:report.state')}</Table.Th>
              <Table.Th>{t('campaigns:report.people')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {lines.map(({ state, reason, count }) => (
              <Table.Tr key={`${state} ${reason}`}>
                <Table.Td>{reasonText(reason)}</Table.Td>
                <Table.Td className={classes.state}>{t(`campaigns:states.${state}`)}</Table.Td>
                <Table.Td>{format.number(count)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Panel>
    </section>
  );
}
