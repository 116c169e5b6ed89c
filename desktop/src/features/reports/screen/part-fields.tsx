import { CHANNELS } from '@balcao/shared/features/connections/channel.ts';
import { NONE, type Part } from '@balcao/shared/features/reports/measures.ts';
import { Pill, Select } from '@mantine/core';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useReportView } from './report-view.ts';
import classes from './reports.module.css';
import { useReportWords } from './use-report-words.ts';

type Named = { id: number; name: string };

/** To which queue, agent, tag, messenger and origin a report is narrowed. */
export function PartFields() {
  const { t } = useTexts();
  const { view, narrow } = useReportView();
  const words = useReportWords();
  const choices: Record<Exclude<Part, 'origin'>, { key: string; name: string }[]> = {
    queue: keyed(useRows('queue').data),
    agent: keyed(useRows('user').data),
    tag: keyed(useRows('tag').data),
    connection: keyed(useRows('connection').data),
    channel: CHANNELS.map((key) => ({ key, name: '' })),
  };
  const { origin } = view.filter;
  return (
    <>
      {(['queue', 'agent', 'tag', 'connection', 'channel'] as const).map((part) => (
        <Select
          key={part}
          label={t(`reports:parts.${part}`)}
          placeholder={t('reports:all')}
          className={classes.field}
          data={[...choices[part], { key: NONE, name: '' }].map((one) => ({
            value: one.key,
            label: words.part(part, one),
          }))}
          value={view.filter[part] ?? null}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('common:clear') }}
          onChange={(key) => narrow(part, key)}
        />
      ))}
      {origin === undefined ? null : (
        <Pill
          className={classes.origin}
          size="md"
          withRemoveButton
          removeButtonProps={{ 'aria-label': t('common:clear'), 'aria-hidden': false, tabIndex: 0 }}
          onRemove={() => narrow('origin', null)}
        >
          {t('reports:onlyOrigin', { name: words.part('origin', { key: origin, name: origin }) })}
        </Pill>
      )}
    </>
  );
}

const keyed = (rows: readonly Named[] = []) => rows.map(({ id, name }) => ({ key: String(id), name }));
