// Runs in the page, in any browser of the last years. Who is proven stands sealed in the fragment, which no server ever sees.
const texts = JSON.parse(document.getElementById('texts').textContent);
const token = location.hash.slice(1);
const form = document.querySelector('form');
const [button] = form.getElementsByTagName('button');
const code = document.getElementById('code');

// It must not stay in the history of a computer that others use.
history.replaceState(null, '', location.pathname + location.search);

function tell(text) {
  document.getElementById('status').textContent = text;
}

/** Throws the words of a refusal. */
async function prove() {
  const response = await fetch('auth/oidc/code', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, code: code.value }),
  }).catch(() => {
    throw new Error(texts.unreachable);
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(texts[answer.error] ?? texts.ERR_INTERNAL);
  location.replace(answer.url);
}

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  button.disabled = true;
  tell(texts.checking);
  await prove().catch(({ message }) => {
    tell(message);
    button.disabled = false;
    code.select();
  });
});

// Another sign-in, opened in the same tab.
addEventListener('hashchange', () => location.reload());

form.hidden = !token;
if (token) code.focus();
else tell(texts.incomplete);
