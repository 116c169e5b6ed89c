import { type CompanyView, deleteCompany, listCompanies } from '@balcao/shared/features/companies/calls.ts';
import { Group, Stack } from '@mantine/core';
import { IconBuildingStore } from '@tabler/icons-react';
import { useState } from 'react';
import { AddButton } from '../../../renderer/components/add-button.tsx';
import { ListView } from '../../../renderer/components/list-view.tsx';
import { SearchField } from '../../../renderer/components/search-field.tsx';
import { useApiCommand, useApiPages } from '../../../renderer/kit/api-query.ts';
import { useConfirmDelete } from '../../../renderer/kit/use-confirm-delete.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { CompaniesTable } from './companies-table.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import { PasswordResets } from './password-resets.tsx';
import { SignUpSwitch } from './sign-up-switch.tsx';

/** The companies of the platform, for its operators. */
export function CompaniesTab() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<CompanyView | 'new' | null>(null);
  const pages = useApiPages(listCompanies, search ? { searchParam: search } : {}, (page) => page.companies);
  const remove = useApiCommand(deleteCompany);
  const confirmDelete = useConfirmDelete();
  const add = <AddButton label={t('companies:add')} onClick={() => setEditing('new')} />;
  const askDelete = (company: CompanyView) =>
    confirmDelete(
      company.name,
      () => remove.mutateAsync({ params: { companyId: company.id } }),
      t('common:success'),
    );

  return (
    <Stack>
      <PasswordResets />
      <SignUpSwitch />
      <Group justify="space-between">
        <SearchField label={t('companies:search')} onSearch={setSearch} />
        {add}
      </Group>
      <ListView
        query={pages}
        isEmpty={pages.rows.length === 0}
        search={search}
        empty={{ icon: IconBuildingStore, title: t('companies:empty'), action: add }}
      >
        <CompaniesTable companies={pages.rows} onEdit={setEditing} onDelete={askDelete} />
      </ListView>
      <CompanyDialog company={editing} onClose={() => setEditing(null)} />
    </Stack>
  );
}
