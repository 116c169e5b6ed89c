import type { RouteOutput } from '@balcao/shared/contract/call.ts';
import { type Erasure, listErasures } from '@balcao/shared/features/data-subjects/erasures.ts';
import { DATA_KINDS } from '@balcao/shared/features/data-subjects/kinds.ts';
import { Alert, Anchor, Box, Title } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { Link } from 'wouter';
import cells from '../../../renderer/components/list-table.module.css';
import { ListTable } from '../../../renderer/components/list-table.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { useApiPages } from '../../../renderer/kit/api-query.ts';
import { useFormat } from '../../../renderer/kit/format.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { ErasureState } from './erasure-state.tsx';
import { subjectPath } from './subject-path.ts';

/** What was asked for, and the certificates of what is done. */
export function ErasureList() {
  const { t } = useTexts();
  const format = useFormat();
  const pages = useApiPages(listErasures, {}, ({ erasures }) => erasures);
  const whom = ({ id, contactId, number, name }: Erasure) =>
    name === null ? (
      t('dataSubjects:certificate', { id })
    ) : (
      <Anchor component={Link} href={subjectPath(contactId ? `contact:${contactId}` : `number:${number}`)}>
        <bdi>{name}</bdi>
      </Anchor>
    );
  const went = ({ counts }: Erasure) =>
    DATA_KINDS.flatMap((kind) =>
      counts?.[kind] ? [`${t(`dataSubjects:kinds.${kind}`)}: ${format.number(counts[kind])}`] : [],
    ).join(' · ');
  return (
    <section aria-label={t('dataSubjects:erasures')}>
      <Title order={2} size="h5" mt="lg" mb="xs">
        {t('dataSubjects:erasures')}
      </Title>
      <ApprovalEnded approval={pages.data?.pages[0]?.approval} />
      <ListView list={pages} empty={{ icon: IconEraser, title: t('dataSubjects:noErasures') }}>
        <ListTable
          rows={pages.rows}
          columns={[
            { head: t('dataSubjects:whom'), className: cells.name, cell: whom },
            {
              head: t('dataSubjects:state'),
              cell: (erasure) => (
                <>
                  <ErasureState erasure={erasure} />
                  <Box hiddenFrom="sm" mt={4} className={cells.detail}>
                    {went(erasure)}
                  </Box>
                </>
              ),
            },
            { head: t('dataSubjects:went'), visibleFrom: 'sm', className: cells.detail, cell: went },
          ]}
        />
      </ListView>
    </section>
  );
}

/** That somebody has switched the second person off is seen by the others before it counts. */
function ApprovalEnded({ approval }: { approval: RouteOutput<typeof listErasures>['approval'] | undefined }) {
  const { t } = useTexts();
  const format = useFormat();
  if (!approval?.endsAt) return null;
  const { endedBy: name, endsAt } = approval;
  return (
    <Alert color="yellow" mb="sm">
      {t('dataSubjects:approvalEnded', { name, when: format.moment(endsAt) })}
    </Alert>
  );
}
