// Runs in the page, in any browser of the last years. The token stands in the fragment, which no server ever sees.
const texts = JSON.parse(document.getElementById('texts').textContent);
const token = location.hash.slice(1);
const form = document.querySelector('form');
const [button] = form.getElementsByTagName('button');
const password = document.getElementById('password');
const repeat = document.getElementById('repeat');

// It must not stay in the history of a computer that others use.
history.replaceState(null, '', location.pathname + location.search);

function tell(text) {
  document.getElementById('status').textContent = text;
}

async function save() {
  const response = await fetch('auth/reset', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, password: password.value }),
  });
  if (response.ok) {
    form.hidden = true;
    return texts.done;
  }
  const { error } = await response.json();
  return texts[error] ?? texts.ERR_INTERNAL;
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (password.value !== repeat.value) {
    tell(texts.different);
    repeat.focus();
    return;
  }
  button.disabled = true;
  tell(texts.saving);
  tell(await save().catch(() => texts.unreachable));
  button.disabled = false;
});

// Another link, opened in the same tab.
addEventListener('hashchange', () => location.reload());

form.hidden = !token;
if (token) password.focus();
else tell(texts.noToken);
