import { DELIVERIES_KEPT_DAYS } from '@balcao/shared/features/deliveries/limits.ts';
import {
  getDelivery,
  getQueueIntegration,
  listDeliveries,
  replayDelivery,
} from '@balcao/shared/features/queue-integrations/calls.ts';
import { INTEGRATION_EVENTS } from '@balcao/shared/features/queue-integrations/rules.ts';
import { useState } from 'react';
import {
  type DeliveriesFilter,
  DeliveriesList,
} from '../../../renderer/components/deliveries/deliveries-list.tsx';
import { DeliveryView } from '../../../renderer/components/deliveries/delivery-details.tsx';
import { useApiCommand, useApiPages, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What an integration was told, and what became of it. */
export function DeliveriesPage({ id }: { id: number }) {
  const { t } = useTexts();
  const [filter, setFilter] = useState<DeliveriesFilter>({});
  const integration = useApiQuery(getQueueIntegration, { params: { queueIntegrationId: id } });
  const pages = useApiPages(listDeliveries, { ...filter }, (page) => page.deliveries, {
    queueIntegrationId: id,
  });
  return (
    <DeliveriesList
      name={integration.data?.name}
      subtitle={t('queueIntegrations:deliveries.subtitle', { days: DELIVERIES_KEPT_DAYS })}
      emptyHint={t('queueIntegrations:deliveries.emptyHint')}
      back={{ href: '/queue-integration', label: t('queueIntegrations:deliveries.back') }}
      events={INTEGRATION_EVENTS}
      pages={pages}
      filter={filter}
      onFilter={setFilter}
    >
      {(delivery, onClose) => <Known integrationId={id} id={delivery.id} onClose={onClose} />}
    </DeliveriesList>
  );
}

interface KnownProps {
  integrationId: number;
  id: string;
  onClose: () => void;
}

function Known({ integrationId, id, onClose }: KnownProps) {
  const { t } = useTexts();
  const params = { queueIntegrationId: integrationId, deliveryId: id };
  const query = useApiQuery(getDelivery, { params });
  const replay = useApiCommand(replayDelivery);
  const again = () =>
    replay.mutate(
      { params },
      {
        onSuccess: () => {
          showToast(t('deliveries:replayed'));
          onClose();
        },
      },
    );
  return <DeliveryView query={query} isReplaying={replay.isPending} onReplay={again} />;
}
