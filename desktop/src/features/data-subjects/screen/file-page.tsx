import {
  type DataFile,
  getFileOfContact,
  getFileOfNumber,
} from '@balcao/shared/features/data-subjects/calls.ts';
import { formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Stack } from '@mantine/core';
import { BackButton } from '../../../renderer/components/back-button.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { Section } from '../../../renderer/components/section.tsx';
import { type Read, useApiQuery } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { Counts } from './counts.tsx';
import { ErasureSection } from './erasure-section.tsx';
import { ExportSection } from './export-section.tsx';
import { KnownAs } from './known-as.tsx';
import { readSubject } from './subject-path.ts';

/** What the company has about one person. @param subject as the address of the page names it */
export function FilePage({ subject }: { subject: string }) {
  const whom = readSubject(subject);
  return 'contactId' in whom ? <OfContact {...whom} /> : <OfNumber {...whom} />;
}

const OfContact = ({ contactId }: { contactId: number }) => (
  <File query={useApiQuery(getFileOfContact, { params: { contactId } })} />
);

const OfNumber = ({ number }: { number: string }) => (
  <File query={useApiQuery(getFileOfNumber, { params: { number } })} />
);

function File({ query }: { query: Read<DataFile> }) {
  const { t } = useTexts();
  return (
    <Page
      title={query.data?.name ?? t('dataSubjects:title')}
      subtitle={t('dataSubjects:title')}
      actions={<BackButton href="/data-subjects" label={t('dataSubjects:back')} />}
    >
      <QueryView query={query}>
        {(file) => <Content file={file} onOutdated={() => void query.refetch()} />}
      </QueryView>
    </Page>
  );
}

function Content({ file, onOutdated }: { file: DataFile; onOutdated: () => void }) {
  const { t } = useTexts();
  const format = useFormat();
  const { contacts, numbers, counts, firstAt, lastAt, keptOptOut, backups } = file;
  const day = (at: string) => format.date(at);
  return (
    <Stack gap="lg">
      <Section title={t('dataSubjects:contacts')} hint={t('dataSubjects:contactsHint')}>
        {contacts.length > 0 ? (
          <KnownAs contacts={contacts} />
        ) : (
          <p>
            {numbers.map(formatPhone).join(', ')} · {t('dataSubjects:noContacts')}
          </p>
        )}
        {keptOptOut ? <p>{t('dataSubjects:keptOptOut')}</p> : null}
      </Section>
      <Section
        title={t('dataSubjects:counts')}
        {...(firstAt && lastAt
          ? { hint: t('dataSubjects:between', { first: day(firstAt), last: day(lastAt) }) }
          : {})}
      >
        <Counts counts={counts} />
      </Section>
      <ExportSection file={file} />
      <Section title={t('dataSubjects:backups')}>
        <Backups backups={backups} />
      </Section>
      <ErasureSection file={file} onOutdated={onOutdated} />
    </Stack>
  );
}

function Backups({ backups }: Pick<DataFile, 'backups'>) {
  const { t } = useTexts();
  const format = useFormat();
  if (!backups) return t('dataSubjects:noBackup');
  const runs = backups.runs.map(({ firstAt, lastAt }) => {
    const [first, last] = [format.date(firstAt), format.date(lastAt)];
    return first === last ? first : t('dataSubjects:backupRun', { first, last });
  });
  return (
    <>
      {t('dataSubjects:backupDays', { runs: runs.join('; '), count: backups.keptDays })}
      {backups.hasDatabase ? null : <p>{t('dataSubjects:backupElsewhere')}</p>}
    </>
  );
}
