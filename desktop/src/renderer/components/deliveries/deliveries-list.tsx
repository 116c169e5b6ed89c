import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
} from '@balcao/shared/features/deliveries/row.ts';
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { useApiPages } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { ListView } from '../list-view.tsx';
import { Page } from '../page.tsx';
import { SearchField } from '../search-field.tsx';
import classes from './deliveries.module.css';
import { DeliveriesTable } from './deliveries-table.tsx';
import { DeliveryDialog } from './delivery-details.tsx';

export interface DeliveriesFilter {
  state?: DeliveryState;
  event?: string;
  searchParam?: string;
}

interface Props {
  /** Whoever is told. */
  name: string | undefined;
  subtitle: string;
  emptyHint: string;
  back: { path: string; label: string };
  events: readonly string[];
  pages: ReturnType<typeof useApiPages> & { rows: Delivery[] };
  filter: DeliveriesFilter;
  onFilter: (filter: DeliveriesFilter) => void;
  /** All that is known of one. */
  children: (delivery: Delivery, onClose: () => void) => ReactNode;
}

/** What somebody outside was told, and what became of it. */
export function DeliveriesList(props: Props) {
  const { name, subtitle, emptyHint, back, events, pages, filter, onFilter, children } = props;
  const { t } = useTexts();
  const [shown, setShown] = useState<Delivery | null>(null);
  const close = () => setShown(null);
  const set = (key: keyof DeliveriesFilter, value: string | null) => {
    const { [key]: _, ...rest } = filter;
    onFilter(value ? { ...rest, [key]: value } : rest);
  };

  return (
    <Page
      title={t('deliveries:open', { name: name ?? '…' })}
      subtitle={subtitle}
      actions={
        <Button
          component={Link}
          href={back.path}
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
        >
          {back.label}
        </Button>
      }
    >
      <div className={classes.filters}>
        <SearchField label={t('deliveries:search')} onSearch={(text) => set('searchParam', text)} />
        <Choice
          label={t('deliveries:state')}
          data={DELIVERY_STATES.map((value) => ({ value, label: t(`deliveries:states.${value}`) }))}
          value={filter.state}
          onChange={(state) => set('state', state)}
        />
        <Choice
          label={t('deliveries:event')}
          data={events.map((value) => ({ value, label: value }))}
          value={filter.event}
          onChange={(event) => set('event', event)}
        />
        <Tooltip label={t('deliveries:refresh')}>
          <ActionIcon
            aria-label={t('deliveries:refresh')}
            loading={pages.isRefetching}
            onClick={() => void pages.refetch()}
          >
            <IconRefresh size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={Object.keys(filter).length > 0 ? 'filtered' : ''}
        empty={{ icon: IconListDetails, title: t('deliveries:empty'), hint: emptyHint }}
      >
        <DeliveriesTable deliveries={pages.rows} onOpen={setShown} />
      </ListView>
      <DeliveryDialog delivery={shown} onClose={close}>
        {(delivery) => children(delivery, close)}
      </DeliveryDialog>
    </Page>
  );
}

interface ChoiceProps {
  label: string;
  data: { value: string; label: string }[];
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** One of a few, or all of them. */
function Choice({ label, value, ...props }: ChoiceProps) {
  const { t } = useTexts();
  return (
    <Select
      {...props}
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      clearable
      clearButtonProps={{ 'aria-label': t('common:clear') }}
    />
  );
}
