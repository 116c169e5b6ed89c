import { type CompanyView, listCompanies } from '@balcao/shared/features/companies/calls.ts';
import { Group, Stack } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiList } from '../../../renderer/kit/use-list.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CompaniesTable } from './companies-table.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import { PasswordResets } from './password-resets.tsx';
import { SignUpSwitch } from './sign-up-switch.tsx';

/** The companies of the platform, for its operators. */
export function CompaniesTab() {
  const { t } = useTexts();
  const list = useApiList(listCompanies, (page) => page.companies);
  const [editing, setEditing] = useState<CompanyView | 'new' | null>(null);
  const add = <AddButton label={t('companies:add')} onClick={() => setEditing('new')} />;

  return (
    <Stack>
      <PasswordResets />
      <SignUpSwitch />
      <Group justify="space-between">
        <SearchField label={t('companies:search')} onSearch={list.onSearch} />
        {add}
      </Group>
      <ListView list={list} empty={{ icon: IconBuildingStore, title: t('companies:empty') }} action={add}>
        <CompaniesTable companies={list.rows} onEdit={setEditing} />
      </ListView>
      <CompanyDialog company={editing} onClose={() => setEditing(null)} />
    </Stack>
  );
}
