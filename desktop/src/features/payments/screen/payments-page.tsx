import { getReminderSettings } from '@balcao/shared/features/invoice-reminders/calls.ts';
import { getPaymentSettings } from '@balcao/shared/features/invoices/calls.ts';
import { getPaymentGateway } from '@balcao/shared/features/payments/calls.ts';
import { Page } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CompanyInvoices } from './company-invoices.tsx';
import { PaymentGatewayForm } from './payment-gateway-form.tsx';
import { PaymentSettingsForm } from './payment-settings-form.tsx';
import { ReminderForm } from './reminder-form.tsx';

/** How the operator is paid, and by whom. */
export function PaymentsPage() {
  const { t } = useTexts();
  const account = useFormStart(getPaymentSettings, {});
  const gateway = useFormStart(getPaymentGateway, {});
  const reminders = useFormStart(getReminderSettings, {});
  return (
    <Page title={t('payments:title')} subtitle={t('payments:subtitle')}>
      <QueryView query={gateway}>{(start) => <PaymentGatewayForm start={start} />}</QueryView>
      <QueryView query={account}>{(start) => <PaymentSettingsForm start={start} />}</QueryView>
      <CompanyInvoices />
      <QueryView query={reminders}>{(start) => <ReminderForm start={start} />}</QueryView>
    </Page>
  );
}
