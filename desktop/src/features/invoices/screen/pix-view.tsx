import { getInvoice, type InvoiceView, type PixCharge } from '@balcao/shared/features/invoices/calls.ts';
import { Button, CopyButton, Loader, Stack, Text, Textarea, Title } from '@mantine/core';
import { IconCheck, IconCircleCheck, IconCopy } from '@tabler/icons-react';
import { useEffect } from 'react';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { QrCode } from '../../../renderer/components/qr-code.tsx';
import { useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { navigate } from '../../../renderer/kit/navigate.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { useCheckout } from './checkout-store.ts';
import classes from './invoices.module.css';
import { useSecondsLeft } from './use-seconds-left.ts';

/** How long the good news stays before work goes on. */
const LEAVE_MS = 4_000;

interface Props {
  invoice: InvoiceView;
  charge: PixCharge;
  isRenewing: boolean;
  error: Error | null;
  onRenew: () => void;
}

/** The code until it is paid, and then the good news. */
export function PixView({ invoice, ...props }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const { data } = useApiQuery(getInvoice, { params: { invoiceId: invoice.id } });
  const isPaid = data?.status === 'paid';
  const until = data?.company.dueDate ?? null;
  const news = until
    ? t('invoices:pix.renewed', { date: format.calendarDay(until) })
    : t('invoices:pix.thanks');
  const close = useCheckout(({ set }) => set);
  useEffect(() => {
    if (!isPaid) return undefined;
    showToast(news, { ms: LEAVE_MS, color: 'green' });
    const leaving = setTimeout(() => {
      close(null);
      navigate('/');
    }, LEAVE_MS);
    return () => clearTimeout(leaving);
  }, [isPaid, news, close]);

  if (isPaid)
    return (
      <div className={classes.paid} role="status">
        <IconCircleCheck size={56} stroke={1.4} aria-hidden />
        <Title order={2} size="h4">
          {t('invoices:pix.paid')}
        </Title>
        <Text>{news}</Text>
      </div>
    );
  return <Code invoice={invoice} {...props} />;
}

function Code({ invoice, charge, isRenewing, error, onRenew }: Props) {
  const { t } = useTexts();
  const format = useFormat();
  const code = charge.qrcode.qrcode;
  const left = useSecondsLeft(charge.expiresAt);
  if (left === 0)
    return (
      <Stack align="center" py="xl">
        <Text role="status">{t('invoices:pix.expired')}</Text>
        <FormError error={error} />
        <Button loading={isRenewing} onClick={onRenew}>
          {t('invoices:pix.again')}
        </Button>
      </Stack>
    );
  return (
    <div className={classes.pix}>
      <div className={classes.frame}>
        <QrCode text={code} label={t('invoices:pix.title')} />
      </div>
      <Stack gap="sm" w="100%">
        <div>
          <Text size="sm" c="dimmed">
            {t('invoices:pix.amount')}
          </Text>
          <div className={classes.amount}>{format.money(invoice.value, invoice.currency)}</div>
        </div>
        <Text size="sm">{t('invoices:pix.hint')}</Text>
        <Textarea aria-label={t('invoices:pix.code')} value={code} readOnly rows={3} />
        <CopyButton value={code} timeout={1_000}>
          {({ copied, copy }) => (
            <Button
              leftSection={
                copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} stroke={1.6} aria-hidden />
              }
              onClick={copy}
            >
              {copied ? t('common:copied') : t('invoices:pix.copy')}
            </Button>
          )}
        </CopyButton>
        <div className={classes.waiting} role="status">
          <Loader size="xs" />
          {t('invoices:pix.waiting')}
        </div>
        <Text size="sm" c="dimmed">
          {left === null
            ? t('invoices:pix.confirmedByHand')
            : t('invoices:pix.expiresIn', { time: clockOf(left) })}{' '}
          {t('invoices:pix.reference', { txid: charge.txid })}
        </Text>
      </Stack>
    </div>
  );
}

/** 4:05 */
const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
