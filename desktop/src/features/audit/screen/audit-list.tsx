import { type AuditEntry, nounKey } from '@balcao/shared/audit-log.ts';
import { UnstyledButton } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import classes from './audit.module.css';
import { useEntryName } from './use-entry-name.ts';

export function AuditList({ entries }: { entries: AuditEntry[] }) {
  return (
    <ul className={classes.list}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Entry entry={entry} />
        </li>
      ))}
    </ul>
  );
}

/** One sentence; the changes unfold. */
function Entry({ entry }: { entry: AuditEntry }) {
  const { t } = useTexts();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const hasDetails = entry.changes.length > 0;
  const nameOf = useEntryName();
  return (
    <>
      <UnstyledButton
        className={classes.entry}
        onClick={() => setOpen(!open)}
        aria-expanded={hasDetails ? open : undefined}
        disabled={!hasDetails}
      >
        <time className={classes.time} dateTime={entry.at}>
          {format.date(entry.at)} {format.time(entry.at)}
        </time>
        <span className={classes.text}>
          <b>{entry.userName || t('audit:system')}</b> {t(`audit:actions.${entry.action}`)}{' '}
          {entry.entity === 'session' ? null : (
            <>
              <span className={classes.entity}>{t(nounKey(entry.entity))}</span> <b>{nameOf(entry)}</b>
            </>
          )}
        </span>
        {hasDetails ? <IconChevronDown size={16} data-open={open || undefined} aria-hidden /> : null}
      </UnstyledButton>
      {open ? (
        <dl className={classes.changes}>
          {entry.changes.map(({ field, from, to }) => (
            <div key={field} className={classes.change}>
              <dt>{field}</dt>
              <dd>
                <del>{from ?? '–'}</del> <ins>{to ?? '–'}</ins>
              </dd>
            </div>
          ))}
        </dl>
      ) : null}
    </>
  );
}
