import type { MailFacts } from '@balcao/shared/features/messages/card.ts';
import { UnstyledButton } from '@mantine/core';
import { IconInfoCircle, IconMail } from '@tabler/icons-react';
import { useState } from 'react';
import { useTexts } from '../../../../renderer/kit/use-texts.ts';
import classes from './mail-card.module.css';
import { RichText } from './rich-text-view.tsx';

/** An e-mail: its subject, who else has it, what was written, and folded what it repeats and the signature. */
export function MailCard({ subject, body, mail }: { subject: string; body: string; mail: MailFacts }) {
  const { t } = useTexts();
  // The body begins with the subject, for lists and the search.
  const words = subject && body.startsWith(subject) ? body.slice(subject.length).trimStart() : body;
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
        <span className={classes.meta}>{t('conversation:mail.cc', { people: mail.cc.join(', ') })}</span>
      ) : null}
      {words ? <RichText text={words} /> : null}
      {mail.notes.map((note) => (
        <span key={note} className={classes.meta}>
          <IconInfoCircle size={14} stroke={1.8} aria-hidden />
          {t(`conversation:mail.notes.${note}`)}
        </span>
      ))}
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
