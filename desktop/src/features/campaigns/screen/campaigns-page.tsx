import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { fold, foldQuery } from '@balcao/shared/text/fold.ts';
import { IconSpeakerphone } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { Page } from '../../../renderer/components/page.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useRows } from '../../../renderer/kit/use-rows.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CampaignDialog } from './campaign-dialog.tsx';
import { CampaignsTable } from './campaigns-table.tsx';
import { ReviewDialog } from './review-dialog.tsx';
import { usePart } from './use-part.ts';

/** What is open above the list: a form, or what a saved campaign would do. */
type Open = { form: number | 'new' } | { review: number };

/** From the console's own rows: it opens at once and changes live. */
export function CampaignsPage({ user }: { user: SessionUser }) {
  const { t } = useTexts();
  const { timezone } = user.company;
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<Open | null>(null);
  const query = useRows('campaign');
  const found = (query.data ?? []).filter(({ name }) => fold(name).includes(foldQuery(search)));
  const { part, pages } = usePart(found);
  const add = <AddButton label={t('campaigns:add')} onClick={() => setOpen({ form: 'new' })} />;
  const close = () => setOpen(null);

  return (
    <Page
      title={t('campaigns:title')}
      subtitle={t('campaigns:subtitle')}
      actions={
        <>
          <SearchField label={t('campaigns:search')} lowerCase onSearch={setSearch} />
          {add}
        </>
      }
    >
      <ListView
        query={{ ...query, ...pages }}
        isEmpty={found.length === 0}
        search={search}
        empty={{
          icon: IconSpeakerphone,
          title: t('campaigns:empty'),
          hint: t('campaigns:emptyHint'),
          action: add,
        }}
      >
        <CampaignsTable campaigns={part} timezone={timezone} onEdit={(id) => setOpen({ form: id })} />
      </ListView>
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
    </Page>
  );
}
