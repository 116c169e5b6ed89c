import type { ContactView } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import { BLANK_FIELDS, writtenFields } from '@balcao/shared/features/contacts/row.ts';
import { digitsOf } from '@balcao/shared/phone/digits.ts';
import { useForm } from '@mantine/form';
import { useRules } from '../../../renderer/kit/use-rules.ts';

/** The fields of a contact with their rules; a name that WhatsApp gave may be of any length. */
export function useContactForm(known: ContactView | null) {
  const rules = useRules();
  /** Half a pair is a mistake; an empty one is none. */
  const wholePair = (text: string, { extraInfo }: Pick<ContactView, 'extraInfo'>, path: string) => {
    const { name = '', value = '' } = extraInfo[Number(path.split('.')[1])] ?? {};
    return name.trim() || value.trim() ? rules.required(text) : null;
  };
  return useForm({
    mode: 'uncontrolled',
    initialValues: {
      ...writtenFields(known ?? BLANK_FIELDS),
      number: known?.number ?? '',
      optedOut: (known?.optedOutAt ?? null) !== null,
    },
    validate: {
      // A name that WhatsApp gave may have any length.
      name: (name) => (known && name === known.name ? null : rules.name(name)),
      email: (email) => (email.trim() ? rules.email(email) : null),
      extraInfo: { name: wholePair, value: wholePair },
      // A person may be known by an internal identity of WhatsApp alone, or by an address of e-mail.
      number: (number, { email }) => {
        const isLeft = known ? number === known.number : !digitsOf(number) && email.trim() !== '';
        return isLeft ? null : rules.within(CONTACT_NUMBER)(digitsOf(number));
      },
    },
  });
}

export type ContactFormState = ReturnType<typeof useContactForm>;
