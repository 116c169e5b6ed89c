/** The page: follows the sandbox's changes and shows the phone named in the address (`#number`). */
import { notice, onNotice, run } from './api.js';
import { createBank } from './bank.js';
import { createCompany } from './company.js';
import { createCustomer } from './customer.js';
import { h } from './dom.js';
import { conversation, unreadOf } from './messages.js';
import { createMessenger } from './messenger.js';
import { createSidebar } from './sidebar.js';
import { language, t } from './texts.js';

const NOTICE_MS = 5000;
/** Other messengers are played by programs that tell this page nothing. */
const LOOK_MS = 1500;

document.documentElement.lang = language;
const stage = document.getElementById('stage');
const showSidebar = createSidebar(document.getElementById('sidebar'));
const noticeBox = document.getElementById('notice');

let noticeTimer;
onNotice((text) => {
  noticeBox.textContent = text;
  noticeBox.hidden = false;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => {
    noticeBox.hidden = true;
  }, NOTICE_MS);
});

let shown = { number: undefined, show: () => {} };
let refreshing = false;
let again = false;

/** Asks for everything the page shows; changes meanwhile make it ask once more. */
async function refresh() {
  if (refreshing) {
    again = true;
    return;
  }
  refreshing = true;
  do {
    again = false;
    await showNow();
  } while (again);
  refreshing = false;
}

async function showNow() {
  const wanted = ['phones', 'offers', 'ledger', 'messengers'];
  const [phones, offers, ledger, messengers = []] = await Promise.all(wanted.map((name) => run(name)));
  if (!phones || !offers || !ledger) return;
  const asked = decodeURIComponent(location.hash.slice(1));
  const elsewhere = messengers.find(({ messenger }) => messenger === asked);
  const selected = elsewhere ? asked : (phones.find((phone) => phone.number === asked) ?? phones[0])?.number;
  const state = { phones, offers, ledger, messengers, selected, summaries: summaries(phones, ledger) };
  showSidebar(state);
  if (elsewhere) {
    if (shown.number !== selected) shown = { number: selected, show: createMessenger(stage, selected) };
    return shown.show(state);
  }
  const phone = phones.find((other) => other.number === selected);
  if (!phone) return stage.replaceChildren(h('p', { class: 'empty' }, t('pick')));
  if (shown.number !== selected) {
    const create = phone.company ? createCompany : createCustomer;
    shown = { number: selected, show: create(stage, selected) };
    if (hasBank) stage.querySelector('.beside').append(createBank());
  }
  shown.show(state);
}

/** Last message and number of unread ones of each customer. */
function summaries(phones, ledger) {
  const companies = phones.filter((phone) => phone.company);
  return Object.fromEntries(
    phones.map(({ number }) => {
      const messages = companies.flatMap((company) => conversation(ledger, number, company.number));
      const last = messages.toSorted((a, b) => a.order - b.order).at(-1);
      const text =
        last && (last.kind === 'text' ? last.text : t(last.kind === 'image' ? 'photo' : last.kind));
      return [number, { last: last && { text, at: last.at }, unread: unreadOf(ledger, number).length }];
    }),
  );
}

/** `#qr=<text>`: somebody shows a QR code to this page, for example through a link. */
async function takeShownQr() {
  if (!location.hash.startsWith('#qr=')) return;
  const qr = decodeURIComponent(location.hash.slice('#qr='.length));
  history.replaceState(null, '', location.pathname);
  await run('showQr', { qr });
}

const { hasBank } = (await run('hasBank')) ?? {};
const events = new EventSource('/events');
events.addEventListener('changed', refresh);
events.addEventListener('error', () => notice(t('lost')));
addEventListener('refresh', refresh);
setInterval(() => shown.number && !/^\d/.test(shown.number) && refresh(), LOOK_MS);
addEventListener('visibilitychange', refresh);
addEventListener('hashchange', async () => {
  await takeShownQr();
  await refresh();
});
await takeShownQr();
