import { type CompanyView, deleteCompany, listCompanies } from '@balcao/shared/api/companies.ts';
import { Button, Group } from '@mantine/core';
import { IconBuildingStore, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiCommand, useApiPages } from '../../app/api-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { showToast } from '../../app/toasts.tsx';
import { useConfirmDelete } from '../../app/use-confirm-delete.tsx';
import { useTexts } from '../../app/use-texts.ts';
import { LoadMore } from '../../components/load-more.tsx';
import { Panel } from '../../components/page.tsx';
import { SearchField } from '../../components/search-field.tsx';
import { StateView } from '../../components/state-view.tsx';
import classes from './companies.module.css';
import { CompaniesTable } from './companies-table.tsx';
import { CompanyDialog } from './company-dialog.tsx';
import { PasswordResets } from './password-resets.tsx';

/** The companies of the platform, for its operators (specification document 2, section 2, "Companies tab"). */
export function CompaniesTab() {
  const { t } = useTexts();
  const [search, setSearch] = useState('');
  const [editing, setEditing] = useState<CompanyView | 'new' | null>(null);
  const pages = useApiPages(listCompanies, search ? { searchParam: search } : {}, (page) => page.companies);
  const remove = useApiCommand(deleteCompany);
  const confirmDelete = useConfirmDelete();

  return (
    <div className={classes.root}>
      <PasswordResets />
      <Group justify="space-between">
        <SearchField label={t('companies:search')} clearLabel={t('common:clear')} onSearch={setSearch} />
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          {t('companies:add')}
        </Button>
      </Group>
      <QueryView query={pages}>
        {() =>
          pages.rows.length === 0 ? (
            <StateView
              icon={search ? IconSearchOff : IconBuildingStore}
              title={search ? t('common:noResults') : t('companies:empty')}
              hint={search ? t('common:noResultsHint') : undefined}
            />
          ) : (
            <Panel>
              <CompaniesTable
                companies={pages.rows}
                onEdit={setEditing}
                onDelete={(company) =>
                  confirmDelete(company.name, () =>
                    remove.mutate(
                      { params: { companyId: company.id } },
                      { onSuccess: () => showToast(t('common:success')) },
                    ),
                  )
                }
              />
              <LoadMore pages={pages} />
            </Panel>
          )
        }
      </QueryView>
      <CompanyDialog company={editing} onClose={() => setEditing(null)} />
    </div>
  );
}
