import { expect, type Page } from '@playwright/test';
import { show } from '../pictures.ts';
import { open, SECRET } from './people.ts';

export async function adminPages(page: Page): Promise<void> {
  await show(page, 'users', ['light', 'dark', 'phone']);
  await open(page, 'Auditoria');
  await expect(page.getByText('Rita Moraes').first()).toBeVisible();
  await show(page, 'audit', ['light', 'dark', 'phone']);
  await downloadsOfTheLog(page);
  await open(page, 'Assinatura');
  await expect(page.getByText('2 de 5')).toBeVisible();
  await show(page, 'subscription', ['light', 'dark', 'phone']);
  await open(page, 'Configurações');
  await expect(page.getByRole('tab', { name: 'Empresas' })).toHaveCount(0);
  await expect(page.getByText('Ativado: as chamadas tocam no celular da empresa.')).toBeVisible();
  await page.getByRole('switch', { name: 'Aceitar chamadas' }).press(' ');
  await expect(page.getByText('Desativado: a chamada é recusada e o cliente recebe um texto.')).toBeVisible();
  await expect(page.getByRole('main').getByText('Salvo', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Configurar IXC' }).click();
  await show(page, 'settings-options', ['light', 'dark', 'phone']);
  await saveSecretTwice(page);
  await page.getByRole('searchbox', { name: 'Buscar uma opção' }).fill('avaliac');
  await expect(page.getByRole('switch')).toHaveCount(2);
  await page.getByRole('searchbox', { name: 'Buscar uma opção' }).fill('');
  await page.getByRole('combobox', { name: 'Os horários valem por' }).click();
  await page.getByRole('option', { name: 'Empresa' }).click();
  await expect(page.getByText('Operação atualizada com sucesso.').first()).toBeVisible();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await page.getByRole('textbox', { name: 'Fim de Sábado' }).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('1330');
  await expect(page.getByRole('textbox', { name: 'Fim de Sábado' })).toHaveValue('13:30');
  await expect(page.getByText(/^Agora: (aberto até|fechado, abre)/)).toBeVisible();
  await addHolidays(page);
  await show(page, 'settings-hours', ['light', 'dark', 'phone']);
  await page.getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Horários atualizados com sucesso.')).toBeVisible();
  await page.getByRole('tab', { name: 'Opções' }).click();
  await page.getByRole('tab', { name: 'Horários' }).click();
  await expect(page.getByRole('textbox', { name: 'Fim de Sábado' })).toHaveValue('13:30');
  await expect(page.getByRole('textbox', { name: 'Nome do feriado 1' })).toHaveValue('Carnaval');
  await expect(page.getByRole('textbox', { name: 'Fim do feriado 1' })).toHaveValue('12:00');
  await expect(page.getByText(/^Agora: fechado, abre .* · Inventário$/)).toBeVisible();
  await keepsSixtyMonths(page);
  await open(page, 'Tarefas');
  await page.getByRole('textbox', { name: 'Nova tarefa' }).fill('Ligar para a editora');
  await page.getByRole('button', { name: 'Adicionar' }).click();
  await expect(page.getByText('1 tarefa aberta')).toBeVisible();
  await show(page, 'todolist');
  await page.keyboard.press('Control+K');
  await page.getByRole('textbox', { name: 'Buscar, ir para ou fazer…' }).fill('internet cair');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Ajuda', exact: true })).toBeVisible();
  await expect(page.getByText('Quando a conexão voltar, tudo sai sozinho, uma vez só.')).toBeVisible();
  await show(page, 'helps-empty', ['light', 'phone-dark']);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Atalhos do teclado' })).toBeVisible();
  await show(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /Perfil de/ }).click();
  await show(page, 'profile-menu', ['light', 'phone-dark']);
  await page.getByRole('button', { name: 'Meu perfil' }).click();
  await expect(page.getByRole('textbox', { name: 'Seu nome' })).toBeFocused();
  await show(page, 'profile');
  await page.getByRole('tab', { name: 'Verificação em duas etapas' }).click();
  await page.getByLabel('Senha atual').fill('outra senha');
  await page.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByText(/A senha atual está incorreta/)).toBeVisible();
  await page.getByLabel('Senha atual').fill(SECRET);
  await page.getByRole('button', { name: 'Ativar' }).click();
  await expect(page.getByAltText('Código QR do autenticador')).toBeVisible();
  await page.getByLabel('Código de verificação').fill('abc');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Código incorreto ou já usado/)).toBeVisible();
  await show(page, 'second-factor');
  await page.getByRole('tab', { name: 'Acessos' }).click();
  await expect(page.getByText('Este computador')).toBeVisible();
  await show(page, 'own-sessions', ['light', 'phone-dark']);
  await page.keyboard.press('Escape');
}

/** What was typed is hidden again, and passing through the field does not clear it. */
async function saveSecretTwice(page: Page): Promise<void> {
  const token = page.getByRole('textbox', { name: 'Token do IXC' });
  for (const secret of ['primeiro', 'segundo']) {
    await token.fill(secret);
    await page.keyboard.press('Enter');
    await expect(token).toHaveValue('••••');
    await expect(token).toBeFocused();
  }
  await token.blur();
  await token.focus();
  await page.keyboard.press('Enter');
  await token.blur();
  await expect(token).toHaveValue('••••');
}

/** Half a day once, and today for ever. */
async function addHolidays(page: Page): Promise<void> {
  const day = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo' }).format(new Date());
  const field = (name: string) => page.getByRole('textbox', { name });
  for (const [number, name, date] of [
    [1, 'Carnaval', '01/01/2030'],
    [2, 'Inventário', day],
  ] as const) {
    await page.getByRole('button', { name: 'Adicionar feriado' }).click();
    await field(`Nome do feriado ${number}`).fill(name);
    await field(`Data do feriado ${number}`).fill(date);
    await field(`Nome do feriado ${number}`).click();
  }
  await page.getByRole('checkbox', { name: 'Todo ano, feriado 1' }).uncheck();
  await page.getByRole('combobox', { name: 'Horário do feriado 1' }).click();
  await page.getByRole('option', { name: 'Outro horário' }).click();
  await expect(page.getByText(/^Agora: fechado, abre .* · Inventário$/)).toBeVisible();
}

/** Whoever takes the log along stands in it. */
async function downloadsOfTheLog(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Auditoria.csv');
  await page.getByRole('switch', { name: 'Só leituras' }).press(' ');
  await expect(page.getByText('baixou a')).toHaveCount(1);
}

/** A period, with what would go before it is saved; and what a court needs. */
async function keepsSixtyMonths(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Retenção' }).click();
  await expect(page.getByText('Nada está protegido')).toBeVisible();
  await show(page, 'retention-empty', ['light', 'dark', 'phone']);
  const tickets = page.getByRole('textbox', { name: 'Atendimentos finalizados' });
  await tickets.fill('60');
  await expect(page.getByText('nada iria nesta noite')).toBeVisible();
  const row = page.getByRole('listitem').filter({ hasText: 'Atendimentos finalizados' });
  await row.getByRole('button', { name: 'Salvar' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Prazo salvo.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Registros da auditoria' }).fill('3');
  await expect(page.getByText('Aqui o prazo mínimo é de 6 meses.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Registros da auditoria' }).fill('');
  await page.getByRole('button', { name: 'Proteger' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
  await expect(page.getByText('Preencha este campo').first()).toBeVisible();
  await show(page, 'retention-hold', ['light', 'phone-dark']);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click();
  await open(page, 'Auditoria');
  await expect(page.getByText('alterou prazo de guarda Atendimentos finalizados')).toBeVisible();
}
