import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { getCompany, type OwnCompanyView, updateSchedules } from '@balcao/shared/api/companies.ts';
import { useApiCommand } from '../../app/api-query.ts';
import { QueryView } from '../../app/query-view.tsx';
import { showToast } from '../../app/toasts.tsx';
import { useFormStart } from '../../app/use-form-start.ts';
import { useTexts } from '../../app/use-texts.ts';
import { Panel } from '../../components/page.tsx';
import { BusinessHoursForm } from './business-hours-form.tsx';

/** The company's business hours; those of a queue are edited with the queue. */
export function SchedulesTab({ user }: { user: SessionUser }) {
  const params = { companyId: user.companyId };
  const query = useFormStart(getCompany, { params });
  return <QueryView query={query}>{(company) => <CompanyHours company={company} />}</QueryView>;
}

function CompanyHours({ company }: { company: OwnCompanyView }) {
  const { t } = useTexts();
  const command = useApiCommand(updateSchedules);
  return (
    <Panel>
      <BusinessHoursForm
        hours={company.schedules}
        timezone={company.timezone}
        saving={command.isPending}
        onSave={(schedules, timezone) =>
          command.mutate(
            { params: { companyId: company.id }, body: { schedules, timezone } },
            { onSuccess: () => showToast(t('settings:hours.saved')) },
          )
        }
      />
    </Panel>
  );
}
