import { holdContact, holdTicket } from '@balcao/shared/features/retention/calls.ts';
import { REASON_MAX_CHARS } from '@balcao/shared/features/retention/kinds.ts';
import type { TicketItem } from '@balcao/shared/features/ticket-list/ticket-item.ts';
import { displayName } from '@balcao/shared/phone/phone-format.ts';
import { Input, NumberInput, SegmentedControl, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ContactSelect, type Customer } from '../../../renderer/components/contact-select.tsx';
import { FormDialog } from '../../../renderer/components/form-dialog.tsx';
import { RecordForm } from '../../../renderer/components/record-form.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useHoldQuestion } from '../../../renderer/kit/hold-store.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { whenSaved } from '../../../renderer/kit/when-saved.ts';

/** Says of a contact, or of one conversation, that it must not be deleted, and why. */
export function HoldDialog() {
  const { t } = useTexts();
  const { asked, close } = useHoldQuestion();
  return (
    <FormDialog value={asked} title={() => t('retention:holdTitle')} size="md" onClose={close}>
      {(shown) => <HoldForm initial={shown === 'anything' ? INITIAL : valuesOf(shown)} onClose={close} />}
    </FormDialog>
  );
}

interface Values {
  what: 'contact' | 'ticket';
  contact: Customer | null;
  ticketId: number | string;
  reason: string;
}

const INITIAL: Values = { what: 'contact', contact: null, ticketId: '', reason: '' };

const valuesOf = ({ id, contactId, contact }: TicketItem): Values => ({
  ...INITIAL,
  what: 'ticket',
  ticketId: id,
  contact: { id: contactId, name: displayName(contact) },
});

function HoldForm({ initial, onClose }: { initial: Values; onClose: () => void }) {
  const { t } = useTexts();
  const ofTicket = useApiCommand(holdTicket, { quiet: true });
  const ofContact = useApiCommand(holdContact, { quiet: true });
  const required = (isMissing: boolean) => (isMissing ? t('common:rules.required') : null);
  const form = useForm<Values>({
    initialValues: initial,
    validate: {
      contact: (contact, { what }) => required(what === 'contact' && contact === null),
      ticketId: (ticketId, { what }) => required(what === 'ticket' && !(Number(ticketId) > 0)),
      reason: (reason) => required(reason.trim() === ''),
    },
  });
  const { what, contact } = form.values;
  const submit = form.onSubmit(({ ticketId, reason }) => {
    const body = { reason };
    const saving =
      what === 'contact'
        ? ofContact.mutateAsync({ params: { contactId: contact?.id ?? 0 }, body })
        : ofTicket.mutateAsync({ params: { ticketId: Number(ticketId) }, body });
    void whenSaved(saving, t('retention:held'), onClose);
  });
  return (
    <RecordForm
      isUnsaved={form.isDirty}
      onSubmit={submit}
      commands={[what === 'contact' ? ofContact : ofTicket]}
      onClose={onClose}
    >
      <Input.Wrapper label={t('retention:what')}>
        <SegmentedControl
          fullWidth
          aria-label={t('retention:what')}
          data={(['contact', 'ticket'] as const).map((value) => ({
            value,
            label: t(`retention:whats.${value}`),
          }))}
          {...form.getInputProps('what')}
        />
      </Input.Wrapper>
      {what === 'contact' ? (
        <div>
          <ContactSelect {...form.getInputProps('contact')} value={contact} />
          <Text size="xs" c="var(--text-muted)" mt={4}>
            {t('retention:contactHint')}
          </Text>
        </div>
      ) : (
        <NumberInput
          label={t('retention:ticket')}
          description={t('retention:ticketHint')}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          {...form.getInputProps('ticketId')}
        />
      )}
      <Textarea
        label={t('retention:reason')}
        description={t('retention:reasonHint')}
        maxLength={REASON_MAX_CHARS}
        autosize
        minRows={2}
        {...form.getInputProps('reason')}
      />
    </RecordForm>
  );
}
