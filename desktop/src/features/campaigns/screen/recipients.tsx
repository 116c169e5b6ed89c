import type { CampaignView } from '@balcao/shared/features/campaigns/calls.ts';
import { RECIPIENT_STATES } from '@balcao/shared/features/campaigns/row.ts';
import { Select } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { RecipientsDownload } from './recipients-download.tsx';
import { RecipientsTable } from './recipients-table.tsx';
import classes from './report.module.css';
import { type Filter, useRecipients } from './use-recipients.ts';

const LIVE_MS = 3_000;
const FILTERS = [...RECIPIENT_STATES, 'answered'] as const;

interface Props {
  campaign: CampaignView;
  isLive: boolean;
  timezone: string;
}

/** Who gets it, and how far it came with each. */
export function Recipients({ campaign, isLive, timezone }: Props) {
  const { t } = useTexts();
  const [filter, setFilter] = useState<Filter>({});
  const pages = useRecipients(campaign.id, filter, isLive ? LIVE_MS : null);
  const set = <K extends keyof Filter>(key: K, value: Filter[K] | null | '') =>
    setFilter(({ [key]: _, ...rest }) => (value ? { ...rest, [key]: value } : rest));
  return (
    <section aria-label={t('campaigns:recipients.title')}>
      <div className={classes.listHead}>
        <h2 className={classes.heading}>{t('campaigns:recipients.title')}</h2>
        <div className={classes.filters}>
          <SearchField
            label={t('campaigns:recipients.search')}
            onSearch={(text) => set('searchParam', text)}
          />
          <Select
            aria-label={t('campaigns:report.state')}
            placeholder={t('campaigns:recipients.allStates')}
            data={FILTERS.map((value) => ({ value, label: t(`campaigns:states.${value}`) }))}
            value={filter.state ?? null}
            onChange={(state) => set('state', state)}
            clearable
            clearButtonProps={{ 'aria-label': t('common:clear') }}
          />
          <RecipientsDownload campaign={campaign} filter={filter} timezone={timezone} />
        </div>
      </div>
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={Object.keys(filter).length > 0 ? 'filtered' : ''}
        empty={{
          icon: IconUsers,
          title: t('campaigns:recipients.empty'),
          hint: t('campaigns:recipients.emptyHint'),
        }}
      >
        <RecipientsTable recipients={pages.rows} timezone={timezone} />
      </ListView>
    </section>
  );
}
