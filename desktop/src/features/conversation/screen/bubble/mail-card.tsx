import type { MailFacts } from '@balcao/shared/features/messages/card.ts';
import { UnstyledButton } from '@mantine/core';
import { IconInfoCircle, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './mail-card.module.css';
import { MailPageDialog } from './mail-page-dialog.tsx';
import { RichText } from './rich-text-view.tsx';

interface Props {
  messageId: string;
  fromMe: boolean;
  subject: string;
  body: string;
  mail: MailFacts;
}

/** An e-mail: its subject, who else has it, what was written, and folded what it repeats and the signature. */
export function MailCard({ messageId, fromMe, subject, body, mail }: Props) {
  const { t } = useTexts();
  const [isShown, setShown] = useState(false);
  // The body of a mail that came begins with the subject, for lists and the search.
  const words =
    !fromMe && subject && body.startsWith(subject) ? body.slice(subject.length).trimStart() : body;
  return (
    <div className={classes.root} data-card="mail">
      <span className={classes.subject}>
        <IconMail size={15} stroke={1.8} aria-hidden />
        <strong>{subject || t('conversation:mail.noSubject')}</strong>
      </span>
      {mail.from ? (
        <span className={classes.meta}>{t('conversation:mail.from', { person: mail.from })}</span>
      ) : null}
      {mail.cc.length > 0 ? (
        <span className={classes.meta}>
          {t(`conversation:mail.${fromMe ? 'ccOurs' : 'cc'}`, { people: mail.cc.join(', ') })}
        </span>
      ) : null}
      {mail.bcc && mail.bcc.length > 0 ? (
        <span className={classes.meta}>{t('conversation:mail.bcc', { people: mail.bcc.join(', ') })}</span>
      ) : null}
      {words ? <RichText text={words} /> : null}
      {mail.notes.map((note) => (
        <span key={note} className={classes.meta}>
          <IconInfoCircle size={14} stroke={1.8} aria-hidden />
          {t(`conversation:mail.notes.${note}`)}
        </span>
      ))}
      {mail.hasPage ? (
        <UnstyledButton className={classes.fold} onClick={() => setShown(true)}>
          {t('conversation:mail.page.open')}
        </UnstyledButton>
      ) : null}
      {isShown ? (
        <MailPageDialog messageId={messageId} subject={subject} onClose={() => setShown(false)} />
      ) : null}
      <Folded text={mail.signature} shown="hideSignature" hidden="signature" />
      <Folded text={mail.quoted} shown="hideQuoted" hidden="quoted" />
    </div>
  );
}

interface FoldedProps {
  text: string;
  shown: 'hideSignature' | 'hideQuoted';
  hidden: 'signature' | 'quoted';
}

function Folded({ text, shown, hidden }: FoldedProps) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  if (!text) return null;
  return (
    <>
      <UnstyledButton className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t(`conversation:mail.${isOpen ? shown : hidden}`)}
      </UnstyledButton>
      {isOpen ? (
        <div className={classes.quoted}>
          <RichText text={text} />
        </div>
      ) : null}
    </>
  );
}
