import type { SessionUser } from '@balcao/shared/api/auth.ts';
import { getCompany, type OwnCompanyView, updateSchedules } from '@balcao/shared/api/companies.ts';
import { Panel } from '../../components/page.tsx';
import { QueryView } from '../../components/query-view.tsx';
import { useApiCommand } from '../../kit/api-query.ts';
import { showToast } from '../../kit/toasts.tsx';
import { useFormStart } from '../../kit/use-form-start.ts';
import { useTexts } from '../../kit/use-texts.ts';
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
