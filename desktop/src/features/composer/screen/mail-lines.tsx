import {
  answerSubject,
  areAddresses,
  type MailDraft,
} from '@balcao/shared/features/messages/mail-envelope.ts';
import { ActionIcon, TextInput, UnstyledButton } from '@mantine/core';
import { IconMail, IconPencil, IconX } from '@tabler/icons-react';
import { useBridgeQuery } from '../../../renderer/kit/bridge-query.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import type { DraftKeeper } from './draft-keeper.ts';
import classes from './mail-lines.module.css';
import { useDraftPart } from './use-draft.ts';

/** To whom a mail goes besides the customer, and its subject: those of the mail that it answers, until they are changed. */
export function MailLines({ ticketId, keeper }: { ticketId: number; keeper: DraftKeeper }) {
  const { t } = useTexts();
  const mail = useDraftPart(keeper, (draft) => draft.mail);
  const { data: thread } = useBridgeQuery('messages.mailThread', { ticketId });
  if (mail) return <MailFields mail={mail} onChange={(changed) => keeper.change({ mail: changed })} />;
  const subject = answerSubject(thread?.subject ?? '');
  const cc = thread?.cc.join(', ') ?? '';
  return (
    <UnstyledButton
      className={classes.line}
      onClick={() => keeper.change({ mail: { subject, cc, bcc: '' } })}
      title={t('composer:mail.change')}
    >
      <IconMail size={15} stroke={1.7} aria-hidden />
      <span className={classes.words}>
        {subject || t('composer:mail.firstLine')}
        {cc ? <span className={classes.copies}> · {t('composer:mail.copies', { people: cc })}</span> : null}
      </span>
      <IconPencil size={15} stroke={1.7} aria-hidden />
      <span className={classes.hidden}>{t('composer:mail.change')}</span>
    </UnstyledButton>
  );
}

function MailFields({ mail, onChange }: { mail: MailDraft; onChange(mail: MailDraft | null): void }) {
  const { t } = useTexts();
  const copies = (field: 'cc' | 'bcc') => (
    <TextInput
      size="xs"
      label={t(`composer:mail.${field}`)}
      placeholder={t('composer:mail.addresses')}
      value={mail[field]}
      error={areAddresses(mail[field]) ? null : t('composer:mail.wrong')}
      onChange={({ currentTarget: { value } }) => onChange({ ...mail, [field]: value })}
    />
  );
  return (
    <fieldset className={classes.fields} aria-label={t('composer:mail.change')}>
      <TextInput
        size="xs"
        label={t('composer:mail.subject')}
        maxLength={300}
        value={mail.subject}
        onChange={({ currentTarget: { value } }) => onChange({ ...mail, subject: value })}
      />
      {copies('cc')}
      {copies('bcc')}
      <ActionIcon
        className={classes.close}
        size={28}
        aria-label={t('composer:mail.asBefore')}
        title={t('composer:mail.asBefore')}
        onClick={() => onChange(null)}
      >
        <IconX size={16} />
      </ActionIcon>
    </fieldset>
  );
}
