import { ENDS_SOON_MS, type PaymentGateway } from '@balcao/shared/features/payments/calls.ts';
import { Alert, Text } from '@mantine/core';
import { useFormat } from '../../../renderer/kit/format.ts';
import { serverNow } from '../../../renderer/kit/server-now.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';

/** Whether companies can pay by Efí, and how the server hears of it. */
export function GatewayState({ gateway, hasPixKey }: { gateway: PaymentGateway; hasPixKey: boolean }) {
  const { t } = useTexts();
  const format = useFormat();
  const { account, hasClientSecret, certificateUntil, isTold } = gateway;
  if (!account || !hasClientSecret || !certificateUntil || !hasPixKey)
    return (
      <Alert color="yellow" variant="light">
        {t('payments:gateway.incomplete')}
      </Alert>
    );
  const left = new Date(certificateUntil).getTime() - serverNow().getTime();
  if (left < ENDS_SOON_MS)
    return (
      <Alert color={left > 0 ? 'yellow' : 'red'} variant="light">
        {t(left > 0 ? 'payments:gateway.certificateEnds' : 'payments:gateway.certificateEnded', {
          date: format.date(certificateUntil),
        })}
      </Alert>
    );
  return (
    <Text size="sm" c="dimmed">
      {t(isTold ? 'payments:gateway.told' : 'payments:gateway.asks')}
    </Text>
  );
}
