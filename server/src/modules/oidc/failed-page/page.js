// Runs in the page, in any browser of the last years. Which words they are stands in the fragment.
const texts = JSON.parse(document.getElementById('texts').textContent);
const code = location.hash.slice(1);
document.getElementById('status').textContent = Object.hasOwn(texts, code) ? texts[code] : texts.ERR_INTERNAL;
