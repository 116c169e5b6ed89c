// Runs in the page, in any browser of the last years. The token stands in the fragment, which no server ever sees.
const texts = JSON.parse(document.getElementById('texts').textContent);
const token = location.hash.slice(1);
const form = document.querySelector('form');
const [button] = form.getElementsByTagName('button');
const field = (id) => document.getElementById(id);
let invitation;

// It must not stay in the history of a computer that others use.
history.replaceState(null, '', location.pathname + location.search);

const tell = (text) => {
  field('status').textContent = text;
};
const tellError = ({ message }) => tell(message);
const fill = (text, values) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => values[name]);

/** The answer, or nothing where there is none. Throws the words of a refusal. */
async function ask(path, body) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, ...body }),
  }).catch(() => {
    throw new Error(texts.unreachable);
  });
  if (response.status === 204) return undefined;
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  throw new Error(texts[answer.error] ?? texts.ERR_INTERNAL);
}

async function open() {
  invitation = await ask('auth/invitation', {});
  field('who').textContent = fill(texts.who, { company: invitation.companyName, email: invitation.email });
  field('name').value = invitation.name;
  form.hidden = false;
  tell('');
  field('password').focus();
}

async function accept() {
  await ask('auth/invitation/accept', { name: field('name').value, password: field('password').value });
  form.hidden = true;
  const server = new URL('.', location.href).href.replace(/\/$/, '');
  tell(fill(texts.done, { email: invitation.email, server }));
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (field('password').value !== field('repeat').value) {
    tell(texts.different);
    field('repeat').focus();
    return;
  }
  button.disabled = true;
  tell(texts.saving);
  await accept().catch(tellError);
  button.disabled = false;
});

// Another link, opened in the same tab.
addEventListener('hashchange', () => location.reload());

if (token) open().catch(tellError);
else tell(texts.noToken);
