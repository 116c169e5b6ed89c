import { updateContact } from '@balcao/shared/features/contacts/calls.ts';
import { CONTACT_NAME, CONTACT_NUMBER } from '@balcao/shared/features/contacts/limits.ts';
import type { ContactRow } from '@balcao/shared/features/contacts/row.ts';
import { digitsOf } from '@balcao/shared/phone/digits.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Badge, Group, Tooltip } from '@mantine/core';
import { IconHelpCircle } from '@tabler/icons-react';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { PersonAvatar } from '../../../renderer/components/person-avatar.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { useBridgeCommand } from '../../../renderer/kit/bridge-query.ts';
import { useThrownText } from '../../../renderer/kit/error-text.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useRules } from '../../../renderer/kit/use-rules.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { BlockedBadge } from './blocked-badge.tsx';
import classes from './contact-panel.module.css';
import { EditableField } from './editable-field.tsx';

/** Picture, name, number and e-mail, edited in place. The number needs the server: another contact may have it. */
export function ContactHead({ contact }: { contact: ContactRow }) {
  const { t } = useTexts();
  const rules = useRules();
  const { mutateAsync: update } = useBridgeCommand('contacts.update');
  // A toast reports it as well: another conversation may be open by then, and the field gone.
  const setNumber = useApiCommand(updateContact);
  const thrownText = useThrownText();
  const { id, name, number, email } = contact;
  const change = (fields: { name: string } | { email: string }) =>
    update({ contactId: id, change: fields }).then(() => null, thrownText);
  const changeNumber = (text: string) =>
    setNumber
      .mutateAsync({ params: { contactId: id }, body: { number: text } })
      .then(({ numberUnchecked }) => {
        if (numberUnchecked) showToast(t('contacts:savedUnchecked'));
        return null;
      }, thrownText);
  const isPartlyBlocked = contact.blockExceptions.length > 0;
  const shownNumber = number ? formatPhone(number) : '';
  return (
    <div className={classes.head}>
      <PersonAvatar name={name || shownNumber} url={contact.profilePicUrl} size={72} />
      <div className={classes.bigName}>
        <EditableField
          label={t('contacts:name')}
          value={name}
          placeholder={t('contacts:name')}
          check={rules.within(CONTACT_NAME)}
          onSave={(text) => change({ name: text })}
        />
      </div>
      {contact.isGroup ? (
        <p className={classes.muted}>{t('contacts:group')}</p>
      ) : (
        <>
          <p className={`${classes.muted} ${classes.channels}`}>
            {contact.channels.map((channel) => (
              <span key={channel} className={classes.origin}>
                <ChannelIcon channel={channel} isNamed />
                {t(`tickets:channel.${channel}`)}
              </span>
            ))}
          </p>
          <EditableField
            label={t('contacts:number')}
            type="tel"
            value={number}
            shown={shownNumber}
            placeholder={t('contacts:noNumber')}
            check={(text) => rules.within(CONTACT_NUMBER)(digitsOf(text))}
            onSave={changeNumber}
          />
          <EditableField
            label={t('contacts:email')}
            type="email"
            value={email}
            placeholder={t('contacts:email')}
            check={(text) => (text ? rules.email(text) : null)}
            onSave={(text) => change({ email: text })}
          />
        </>
      )}
      {contact.numberUnchecked && number ? (
        <Tooltip label={t('contacts:uncheckedHint')} multiline w={240}>
          <Badge variant="light" color="yellow" tt="none" leftSection={<IconHelpCircle size={12} />}>
            {t('contacts:unchecked')}
          </Badge>
        </Tooltip>
      ) : null}
      {contact.blocked || isPartlyBlocked ? (
        <Group mt={6}>
          <BlockedBadge contact={contact} />
        </Group>
      ) : null}
      {isPartlyBlocked ? <Refused contact={contact} /> : null}
    </div>
  );
}

/** The connections on which WhatsApp refused to block the contact, or to unblock it. */
function Refused({ contact: { blocked, blockExceptions } }: { contact: ContactRow }) {
  const { t } = useTexts();
  const { data = [] } = useRows('connection');
  const refusing = data.filter(({ id }) => blockExceptions.includes(id));
  const connections = refusing.map(({ name }) => name).join(', ');
  return (
    <p className={classes.muted}>
      {blocked ? t('contacts:blockRefused', { connections }) : t('contacts:unblockRefused', { connections })}
    </p>
  );
}
