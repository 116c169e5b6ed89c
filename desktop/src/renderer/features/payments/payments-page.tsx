import { getReminderSettings } from '@balcao/shared/api/invoice-reminders.ts';
import { getPaymentSettings } from '@balcao/shared/api/invoices.ts';
import { getPaymentGateway } from '@balcao/shared/api/payment-gateway.ts';
import { Page } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiQuery } from '../../kit/api-query.ts';
import { useFormStart } from '../../kit/use-form-start.ts';
import { useTexts } from '../../kit/use-texts.ts';
import { CompanyInvoices } from './company-invoices.tsx';
import { PaymentGatewayForm } from './payment-gateway-form.tsx';
import { PaymentSettingsForm } from './payment-settings-form.tsx';
import { ReminderForm } from './reminder-form.tsx';

/** How the operator is paid, and by whom. */
export function PaymentsPage() {
  const { t } = useTexts();
  const query = useFormStart(getPaymentSettings, {});
  const reminders = useFormStart(getReminderSettings, {});
  const settings = useApiQuery(getPaymentSettings, {});
  const start = useFormStart(getPaymentGateway, {});
  const gateway = useApiQuery(getPaymentGateway, {});
  const hasPixKey = Boolean(settings.data?.pixKey);
  return (
    <Page title={t('payments:title')} subtitle={t('payments:subtitle')}>
      <QueryView query={query}>{(first) => <PaymentSettingsForm start={first} />}</QueryView>
      <QueryView query={start}>
        {(first) => <PaymentGatewayForm start={first} saved={gateway.data ?? first} hasPixKey={hasPixKey} />}
      </QueryView>
      <QueryView query={reminders}>{(start) => <ReminderForm start={start} />}</QueryView>
      <CompanyInvoices />
    </Page>
  );
}
