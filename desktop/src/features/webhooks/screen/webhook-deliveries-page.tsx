import { DELIVERIES_KEPT_DAYS } from '@balcao/shared/features/deliveries/limits.ts';
import {
  getWebhook,
  getWebhookDelivery,
  listWebhookDeliveries,
  replayWebhookDelivery,
} from '@balcao/shared/features/webhooks/calls.ts';
import { WEBHOOK_EVENTS } from '@balcao/shared/features/webhooks/event.ts';
import { useState } from 'react';
import {
  type DeliveriesFilter,
  DeliveriesList,
} from '../../../renderer/components/deliveries/deliveries-list.tsx';
import { DeliveryView } from '../../../renderer/components/deliveries/delivery-details.tsx';
import { useApiCommand, useApiPages, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** What a webhook was told, and what became of it. */
export function WebhookDeliveriesPage({ id }: { id: number }) {
  const { t } = useTexts();
  const [filter, setFilter] = useState<DeliveriesFilter>({});
  const webhook = useApiQuery(getWebhook, { params: { webhookId: id } });
  const pages = useApiPages(listWebhookDeliveries, { ...filter }, (page) => page.deliveries, {
    webhookId: id,
  });
  return (
    <DeliveriesList
      name={webhook.data?.name}
      subtitle={t('webhooks:deliveries.subtitle', { days: DELIVERIES_KEPT_DAYS })}
      emptyHint={t('webhooks:deliveries.emptyHint')}
      back={{ href: '/webhooks', label: t('webhooks:deliveries.back') }}
      events={WEBHOOK_EVENTS}
      pages={pages}
      filter={filter}
      onFilter={setFilter}
    >
      {(delivery, onClose) => <Known webhookId={id} id={delivery.id} onClose={onClose} />}
    </DeliveriesList>
  );
}

interface KnownProps {
  webhookId: number;
  id: string;
  onClose: () => void;
}

function Known({ webhookId, id, onClose }: KnownProps) {
  const { t } = useTexts();
  const params = { webhookId, webhookDeliveryId: id };
  const query = useApiQuery(getWebhookDelivery, { params });
  const replay = useApiCommand(replayWebhookDelivery);
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
