import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getCompany, type OwnCompanyView } from '@balcao/shared/features/companies/calls.ts';
import { type InvoiceView, paySubscription } from '@balcao/shared/features/invoices/calls.ts';
import { PIX_CURRENCY } from '@balcao/shared/money/currency.ts';
import { Alert, Button, Stack, Stepper } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import foot from '../../../renderer/components/form-actions.module.css';
import { FormDialog, useUnsaved } from '../../../renderer/components/form-dialog.tsx';
import { FormError } from '../../../renderer/components/form-error.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useErrorText } from '../../../renderer/kit/error-text.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useNarrow } from '../../../renderer/kit/use-narrow.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CheckoutFields, type CheckoutForm, useCheckoutRules } from './checkout-fields.tsx';
import { InvoicePlan, Review } from './checkout-review.tsx';
import { useCheckout } from './checkout-store.ts';
import { PixView } from './pix-view.tsx';

/** Three steps to a Pix code, then the code until it is paid. */
export function CheckoutDialog({ user: { id: userId, companyId } }: { user: SessionUser }) {
  const { t } = useTexts();
  const { open, set } = useCheckout();
  return (
    <FormDialog
      value={open?.userId === userId ? open.invoice : null}
      title={({ id }) => t('invoices:checkout.title', { id })}
      onClose={() => set(null)}
    >
      {(shown) => <Checkout key={shown.id} invoice={shown} companyId={companyId} />}
    </FormDialog>
  );
}

function Checkout({ invoice, companyId }: { invoice: InvoiceView; companyId: number }) {
  const company = useFormStart(getCompany, { params: { companyId } });
  const { open, set } = useCheckout();
  const errorText = useErrorText();
  const pay = useApiCommand(paySubscription, { quiet: true });
  const ask = async (form: CheckoutForm) => {
    const charge = await pay.mutateAsync({ body: { ...form, invoiceId: invoice.id } });
    // It may have been closed meanwhile.
    const { open: still } = useCheckout.getState();
    if (still?.invoice.id === invoice.id) set({ ...still, asked: { form, charge } });
  };
  if (invoice.currency !== PIX_CURRENCY)
    return (
      <Stack>
        <InvoicePlan invoice={invoice} />
        <Alert color="yellow" variant="light">
          {errorText('ERR_PAYMENT_CURRENCY')}
        </Alert>
      </Stack>
    );
  const asked = open?.asked;
  if (asked)
    return (
      <PixView
        invoice={invoice}
        charge={asked.charge}
        isRenewing={pay.isPending}
        error={pay.error}
        onRenew={() => void ask(asked.form).catch(() => {})}
      />
    );
  return (
    <QueryView query={company}>
      {(known) => (
        <Steps invoice={invoice} company={known} error={pay.error} isPending={pay.isPending} onPay={ask} />
      )}
    </QueryView>
  );
}

interface StepsProps {
  invoice: InvoiceView;
  company: OwnCompanyView;
  error: Error | null;
  isPending: boolean;
  onPay: (form: CheckoutForm) => Promise<void>;
}

const STEPS = ['data', 'plan', 'review'] as const;

function Steps({ invoice, company, error, isPending, onPay }: StepsProps) {
  const { t } = useTexts();
  const narrow = useNarrow();
  const [step, setStep] = useState(0);
  const form = useForm<CheckoutForm>({
    initialValues: {
      firstName: company.billingName || company.name,
      address2: company.addressStreet ?? '',
      city: company.addressCity ?? '',
      state: company.addressState ?? '',
      zipcode: company.addressZipCode ?? '',
      country: 'BR',
      useAddressForPaymentDetails: true,
    },
    validate: useCheckoutRules(),
  });
  useUnsaved(form.isDirty);
  const isLast = step === STEPS.length - 1;
  const submit = form.onSubmit((values) => {
    if (!isLast) return setStep(step + 1);
    onPay(values).then(
      () => void showToast(t('invoices:checkout.subscribed')),
      () => {},
    );
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormError error={error} />
        <Stepper
          active={step}
          onStepClick={setStep}
          size="sm"
          allowNextStepsSelect={false}
          orientation={narrow ? 'vertical' : 'horizontal'}
        >
          {STEPS.map((name) => (
            <Stepper.Step key={name} label={t(`invoices:checkout.steps.${name}`)} />
          ))}
        </Stepper>
        {step === 0 ? <CheckoutFields form={form} /> : null}
        {step === 1 ? <InvoicePlan invoice={invoice} /> : null}
        {isLast ? <Review invoice={invoice} form={form.values} /> : null}
        <div className={foot.root}>
          {step > 0 ? (
            <Button variant="default" onClick={() => setStep(step - 1)}>
              {t('invoices:checkout.back')}
            </Button>
          ) : null}
          <Button type="submit" loading={isPending}>
            {t(isLast ? 'invoices:checkout.pay' : 'invoices:checkout.next')}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
