import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { ListPage } from '../../../renderer/components/list-page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useSearchedList } from '../../../renderer/kit/use-list.ts';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CampaignDialog } from './campaign-dialog.tsx';
import { CampaignsTable } from './campaigns-table.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { usePart } from './use-part.ts';

/** What is open above the list: a form, or what a saved campaign would do. */
type Open = { form: number | 'new' } | { review: number };

/** The list reads the console's own rows: it opens at once and changes live. */
export function CampaignsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { timezone } = user.company;
  const list = useSearchedList(useRows('campaign'), ({ name }) => [name]);
  const { part, pages } = usePart(list.rows);
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);

  return (
    <ListPage
      title={t('campaigns:title')}
      subtitle={t('campaigns:subtitle')}
      tools={<SearchField label={t('campaigns:search')} lowerCase onSearch={list.onSearch} />}
      add={{ label: t('campaigns:add'), onClick: () => setOpen({ form: 'new' }) }}
      list={{ ...list, ...pages }}
      empty={{
        icon: IconSpeakerphone,
        title: t('campaigns:empty'),
        hint: t('campaigns:emptyHint'),
        example: t('campaigns:example'),
      }}
      dialog={
        <>
          <CampaignDialog
            campaign={open && 'form' in open ? open.form : null}
            timezone={timezone}
            onReview={(id) => setOpen({ review: id })}
            onClose={close}
          />
          <ReviewDialog
            id={open && 'review' in open ? open.review : null}
            timezone={timezone}
            onEdit={(id) => setOpen({ form: id })}
            onClose={close}
          />
        </>
      }
    >
      <CampaignsTable
        campaigns={part}
        timezone={timezone}
        onEdit={(id) => setOpen({ form: id })}
        onReview={(id) => setOpen({ review: id })}
      />
    </ListPage>
  );
}
