import type { SessionUser } from '@balcao/shared/features/auth/calls.ts';
import { getCompany, type OwnCompanyView, updateSchedules } from '@balcao/shared/features/companies/calls.ts';
import { Panel } from '../../../renderer/components/page.tsx';
import { QueryView } from '../../../renderer/components/query-view.tsx';
import { useApiCommand } from '../../../renderer/kit/api-query.ts';
import { showToast } from '../../../renderer/kit/toasts.tsx';
import { useFormStart } from '../../../renderer/kit/use-form-start.ts';
import { useTexts } from '../../../renderer/kit/use-texts.ts';
import { BusinessHoursForm } from './business-hours-form.tsx';

/** The company's business hours and holidays; the hours of a queue are edited with the queue. */
export function SchedulesTab({ user }: { user: SessionUser }) {
  const params = { companyId: user.companyId };
  const query = useFormStart(getCompany, { params });
  const ofQueues = user.company.settings.some(
    ({ key, value }) => key === 'scheduleType' && value === 'queue',
  );
  return (
    <QueryView query={query}>{(company) => <CompanyHours company={company} ofQueues={ofQueues} />}</QueryView>
  );
}

function CompanyHours({ company, ofQueues }: { company: OwnCompanyView; ofQueues: boolean }) {
  const { t } = useTexts();
  const command = useApiCommand(updateSchedules);
  return (
    <Panel>
      <BusinessHoursForm
        calendar={company}
        ofQueues={ofQueues}
        saving={command.isPending}
        onSave={(body) =>
          command.mutate(
            { params: { companyId: company.id }, body },
            { onSuccess: () => showToast(t('settings:hours.saved')) },
          )
        }
      />
    </Panel>
  );
}
