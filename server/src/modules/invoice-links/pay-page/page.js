// Runs in the page, in any browser of the last years. The token stands in the fragment, which no server ever sees.
const at = (id) => document.getElementById(id);
const texts = JSON.parse(at('texts').textContent);
const token = location.hash.slice(1);
const LOOK_MS = 3_000;
const DRAWING = 'http://www.w3.org/2000/svg';
const { lang } = document.documentElement;
const locale = { pt: 'pt-BR', en: 'en-US', es: 'es-ES' }[lang];
const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
let endsAt = null;
/** By how much the server's clock is ahead of this one. */
let aheadMs = 0;
let ticking;

const tell = (text) => {
  if (at('status').textContent !== text) at('status').textContent = text;
};

async function ask(path) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  }).catch(() => null);
  if (!response) throw new Error(texts.unreachable);
  aheadMs = Date.parse(response.headers.get('date') ?? '') - Date.now() || 0;
  const answer = await response.json();
  if (response.ok) return answer;
  throw Object.assign(new Error(texts[answer.error] ?? texts.ERR_INTERNAL), { code: answer.error });
}

function show({ id, company, receiver, detail, value, currency, dueDate }) {
  at('number').textContent = texts.number.replace('{{id}}', id);
  at('value').textContent = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(
    value / 100,
  );
  at('company').textContent = company;
  at('detail').textContent = detail;
  at('receiver').textContent = receiver || '–';
  at('dueDate').textContent = day.format(new Date(`${dueDate}T00:00:00Z`));
  at('invoice').hidden = false;
}

function draw({ path, size }) {
  const part = (name, attributes) => {
    const made = document.createElementNS(DRAWING, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    return made;
  };
  at('qr').setAttribute('viewBox', `0 0 ${size} ${size}`);
  at('qr').replaceChildren(
    part('rect', { width: size, height: size, fill: '#ffffff' }),
    part('path', { d: path, fill: '#1a1614', 'shape-rendering': 'crispEdges' }),
  );
}

async function charge() {
  at('again').hidden = true;
  const { code, drawing, expiresAt } = await ask('pay/charge');
  draw(drawing);
  at('code').value = code;
  at('pix').hidden = false;
  endsAt = expiresAt && Date.parse(expiresAt);
  tell(texts.waiting);
  clearInterval(ticking);
  ticking = setInterval(tick, 1_000);
  tick();
}

function tick() {
  if (endsAt === null) return;
  const left = Math.max(0, Math.ceil((endsAt - Date.now() - aheadMs) / 1_000));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  at('left').textContent = texts.expiresIn.replace('{{time}}', clock);
  if (left > 0) return;
  clearInterval(ticking);
  at('pix').hidden = true;
  at('again').hidden = false;
  tell(texts.expired);
}

function end(text) {
  clearInterval(ticking);
  at('pix').hidden = true;
  at('again').hidden = true;
  tell(text);
}

/** @returns whether there is anything left to wait for */
async function look() {
  const invoice = await ask('pay/invoice');
  show(invoice);
  if (invoice.status === 'open') return true;
  end(texts[invoice.status]);
  return false;
}

async function follow() {
  try {
    if (!(await look())) return;
  } catch (error) {
    if (error.code === 'ERR_INVOICE_LINK_INVALID') return end(error.message);
  }
  setTimeout(follow, LOOK_MS);
}

async function start() {
  try {
    if (!(await look())) return;
    await charge();
  } catch (error) {
    tell(error.message);
    if (error.code === 'ERR_INVOICE_LINK_INVALID') return;
    // In another currency no other code would help.
    at('again').hidden = at('invoice').hidden || error.code === 'ERR_PAYMENT_CURRENCY';
  }
  setTimeout(at('invoice').hidden ? start : follow, LOOK_MS);
}

at('copy').addEventListener('click', async () => {
  at('code').select();
  await navigator.clipboard?.writeText(at('code').value).catch(() => {});
  at('copy').textContent = texts.copied;
  setTimeout(() => {
    at('copy').textContent = texts.copy;
  }, 1_000);
});
at('again').addEventListener('click', () =>
  charge().catch((error) => {
    tell(error.message);
    at('again').hidden = false;
  }),
);
// Another link, opened in the same tab.
addEventListener('hashchange', () => location.reload());
if (token) start();
else tell(texts.noToken);
