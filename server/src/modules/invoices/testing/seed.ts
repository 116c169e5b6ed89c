import { insertedId } from '../../../../test/fixtures.ts';
import { moduleSeed } from '../../../../test/module-seed.ts';

/** Any day: a company has one invoice for each. */
let days = 0;

export const seed = moduleSeed({
  ids: { invoiceId: 'number' },
  async seed({ admin, company: { companyId }, text }) {
    const invoiceId = await insertedId(admin`
      insert into invoices (company_id, detail, users, connections, queues, value, months, due_date)
      values (${companyId}, ${text}, 1, 1, 1, 9900, 1, '2030-01-01'::date + ${++days}::int) returning id`);
    await admin`
      insert into charges (company_id, txid, invoice_id, gateway)
      values (${companyId}, ${`FATURA${invoiceId}`}, ${invoiceId}, 'static')`;
    await admin`
      insert into invoice_reminders (company_id, invoice_id, step, sent_at)
      values (${companyId}, ${invoiceId}, -5, now())`;
    await admin`insert into reminder_settings default values on conflict do nothing`;
    await admin`
      insert into payment_settings (pix_key, receiver_name, receiver_city)
      values ('caixa@operadora.test', 'Operadora', 'Recife') on conflict do nothing`;
    return { invoiceId };
  },
});
