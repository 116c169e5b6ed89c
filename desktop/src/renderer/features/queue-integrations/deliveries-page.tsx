import {
  DELIVERY_STATES,
  type Delivery,
  type DeliveryState,
  getQueueIntegration,
  listDeliveries,
} from '@balcao/shared/api/queue-integrations.ts';
import { INTEGRATION_EVENTS, type IntegrationEvent } from '@balcao/shared/domain/integrations.ts';
import { KEPT_DAYS } from '@balcao/shared/domain/retention.ts';
import { ActionIcon, Button, Select, Tooltip } from '@mantine/core';
import { IconArrowLeft, IconListDetails, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { ListView } from '../../components/list-view.tsx';
import { Page } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { useApiPages, useApiQuery } from '../../kit/api-query.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { DeliveriesTable } from './deliveries-table.tsx';
import { DeliveryDialog } from './delivery-dialog.tsx';
import classes from './queue-integrations.module.css';

interface Filter {
  state?: DeliveryState;
  event?: IntegrationEvent;
  searchParam?: string;
}

/** What an integration was told, and what became of it. */
export function DeliveriesPage({ id }: { id: number }) {
  const { t } = useTexts();
  const [filter, setFilter] = useState<Filter>({});
  const [shown, setShown] = useState<Delivery | null>(null);
  const integration = useApiQuery(getQueueIntegration, { params: { queueIntegrationId: id } });
  const pages = useApiPages(listDeliveries, { ...filter }, (page) => page.deliveries, {
    queueIntegrationId: id,
  });
  const set = <K extends keyof Filter>(key: K, value: Filter[K] | null | '') =>
    setFilter(({ [key]: _, ...rest }) => (value ? { ...rest, [key]: value } : rest));
  const isFiltered = Object.keys(filter).length > 0;

  return (
    <Page
      title={t('queueIntegrations:deliveries.open', { name: integration.data?.name ?? '…' })}
      subtitle={t('queueIntegrations:deliveries.subtitle', { days: KEPT_DAYS.integrationDeliveries })}
      actions={
        <Button
          component={Link}
          href="/queue-integration"
          variant="default"
          leftSection={<IconArrowLeft size={16} stroke={1.6} aria-hidden />}
        >
          {t('queueIntegrations:deliveries.back')}
        </Button>
      }
    >
      <div className={classes.filters}>
        <SearchField
          label={t('queueIntegrations:deliveries.search')}
          onSearch={(text) => set('searchParam', text)}
        />
        <Choice
          label={t('queueIntegrations:deliveries.state')}
          data={DELIVERY_STATES.map((value) => ({
            value,
            label: t(`queueIntegrations:deliveries.states.${value}`),
          }))}
          value={filter.state}
          onChange={(state) => set('state', state)}
        />
        <Choice
          label={t('queueIntegrations:deliveries.event')}
          data={INTEGRATION_EVENTS.map((value) => ({ value, label: value }))}
          value={filter.event}
          onChange={(event) => set('event', event)}
        />
        <Tooltip label={t('queueIntegrations:deliveries.refresh')}>
          <ActionIcon
            aria-label={t('queueIntegrations:deliveries.refresh')}
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
        search={isFiltered ? 'filtered' : ''}
        empty={{
          icon: IconListDetails,
          title: t('queueIntegrations:deliveries.empty'),
          hint: t('queueIntegrations:deliveries.emptyHint'),
        }}
      >
        <DeliveriesTable deliveries={pages.rows} onOpen={setShown} />
      </ListView>
      <DeliveryDialog integrationId={id} delivery={shown} onClose={() => setShown(null)} />
    </Page>
  );
}

interface ChoiceProps<T extends string> {
  label: string;
  data: { value: T; label: string }[];
  value: T | undefined;
  onChange: (value: T | null) => void;
}

/** One of a few, or all of them. */
function Choice<T extends string>({ label, value, ...props }: ChoiceProps<T>) {
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
