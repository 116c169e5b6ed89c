import { PASSWORD, PEOPLE } from '../server/src/demo/accounts.ts';

/** What runs, and where. */
interface Running {
  /** Null: in a window of its own. */
  consoleUrl: string | null;
  serverUrl: string;
  /** Null: no network is simulated, and no service. */
  phonesUrl: string | null;
  servicesUrl: string | null;
  /** The shop's own site; null: it has none. */
  shopUrl: string | null;
  /** The shop's mailbox; null: this computer has no mail servers. */
  mailbox: { address: string; smtpPort: number } | null;
  /** The demo is a shop at work. */
  isShop: boolean;
  dataDir: string;
}

/** Tells whoever has started it where to look, and what to try first. */
export function announce(say: (text?: string) => void, running: Running): void {
  const { consoleUrl, serverUrl, phonesUrl, servicesUrl, shopUrl, mailbox, isShop, dataDir } = running;
  say();
  say('  Balcão is running.');
  say();
  say(consoleUrl ? `  Console          ${consoleUrl}` : '  Console          in its own window');
  if (phonesUrl) say(`  Simulated phones ${phonesUrl}`);
  if (shopUrl) say(`  Shop's own site  ${shopUrl}, with the chat`);
  if (mailbox) say(`  Shop's mailbox   ${mailbox.address}, at smtp://127.0.0.1:${mailbox.smtpPort}`);
  say(`  Server           ${serverUrl}`);
  if (servicesUrl)
    say(`  Services outside simulated; what they were asked: ${servicesUrl}/control/openai/asked`);
  say();
  const people = Object.values(PEOPLE);
  say(`  Sign in as       ${people.map(({ name }) => name).join(', ')}: one click each`);
  say(`  By hand          ${people.map(({ email }) => email).join(', ')}; password ${PASSWORD}`);
  say();
  if (phonesUrl) tryThis(say, isShop);
  say('  The console address works once: it signs this browser in. Stop with Ctrl+C.');
  say(`  The data stays in ${dataDir}.`);
  say();
}

function tryThis(say: (text?: string) => void, isShop: boolean): void {
  say('  Try this');
  if (isShop) {
    say('    1. As Ana, answer a customer and watch the ticks: they read it, and write back.');
    say('    2. Her picture → Contas → Adicionar conta: Bruno beside her. Move one to Suporte, his queue.');
    say(
      '    3. Be a customer yourself: on the page of the simulated phones, on Telegram, Instagram and the official WhatsApp too, or in the chat of its site.',
    );
    say('    4. As gerente@otica.demo.balcao.test, who is overdue: pay, by Banco on the phones’ page.');
  } else {
    say('    1. As Admin, connect a WhatsApp: on the phones’ page choose Loja Demo, press Escanear.');
    say('    2. Be a customer: write something on the page of the simulated phones.');
    say('    3. Admin’s picture → Contas → Adicionar conta: as Ana, accept the ticket and answer.');
  }
  say();
}
