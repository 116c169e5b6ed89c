import { type DataSubject, listDataSubjects } from '@balcao/shared/features/data-subjects/calls.ts';
import { displayName, formatPhone } from '@balcao/shared/phone/phone-format.ts';
import { Anchor, Group } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ChannelIcon } from '../../../renderer/components/channel-icon.tsx';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ErasureList } from './erasure-list.tsx';
import { subjectPath } from './subject-path.ts';

/** Finds the person who wants to know what the company has about them. */
export function SearchPage() {
  const { t } = useTexts();
  const list = useApiList(listDataSubjects, ({ subjects }) => subjects);
  const phoneOf = ({ number }: DataSubject) => (number ? formatPhone(number) : '');
  return (
    <ListPage
      title={t('dataSubjects:title')}
      subtitle={t('dataSubjects:subtitle')}
      search={t('dataSubjects:search')}
      list={list}
      below={<ErasureList />}
      empty={{
        icon: IconUserSearch,
        title: t('dataSubjects:start'),
        hint: t('dataSubjects:startHint'),
      }}
    >
      <ListTable
        rows={list.rows}
        columns={[
          { head: t('dataSubjects:name'), cell: (subject) => <Person subject={subject} /> },
          {
            head: t('dataSubjects:number'),
            visibleFrom: 'xs',
            className: cells.detail,
            cell: phoneOf,
          },
          {
            head: t('dataSubjects:email'),
            visibleFrom: 'sm',
            className: cells.detail,
            cell: ({ email }) => email,
          },
        ]}
      />
    </ListPage>
  );
}

function Person({ subject }: { subject: DataSubject }) {
  const { t } = useTexts();
  const name = displayName(subject);
  return (
    <Group gap={6} wrap="nowrap">
      <Anchor
        component={Link}
        href={subjectPath(subject.id)}
        className={cells.name}
        aria-label={t('dataSubjects:open', { name })}
      >
        <bdi>{name}</bdi>
      </Anchor>
      {subject.channels.map((channel) => (
        <ChannelIcon key={channel} channel={channel} />
      ))}
      {subject.contactId === null ? <span className={cells.detail}>{t('dataSubjects:unmet')}</span> : null}
    </Group>
  );
}
