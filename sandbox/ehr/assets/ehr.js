/**
 * The page's own script. The pages work without it but for the graphs: it loads the panels and says where they
 * read, copies links, and fills in demo sign-ins.
 */

const proxy = document.querySelector('meta[name="instrument-proxy"]')?.getAttribute('content') ?? '';

/** Asks the proxy for a token on behalf of whoever is signed in here: the cookie says who that is. */
async function fetchToken({ signal, scope }) {
  const response = await fetch(`${proxy}/session`, {
    method: 'POST',
    credentials: 'include',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ patients: [scope.patientId], actions: scope.actions }),
    signal,
  });
  if (!response.ok) throw new Error(`The proxy answered ${response.status}.`);
  return response.json();
}

/** The kit, where the page has a panel. */
async function loadPanels() {
  if (!document.querySelector('instrument-panel')) return null;
  try {
    const kit = await import('/assets/instrument-panel.js');
    kit.configure({ baseUrl: proxy, fetchToken });
    return kit;
  } catch {
    document.getElementById('panel-script-failed')?.removeAttribute('hidden');
    return null;
  }
}

const panels = loadPanels();

for (const form of document.querySelectorAll('[data-sign-out]')) {
  form.addEventListener('submit', () => {
    panels.then((kit) => kit?.logout());
  });
}

for (const button of document.querySelectorAll('.scripted')) button.hidden = false;

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const field = document.getElementById(button.dataset.copy);
    const status = document.getElementById('copy-status');
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = button.dataset.copied;
    } catch {
      field.select();
      status.textContent = button.dataset.copyFailed;
    }
  });
}

for (const button of document.querySelectorAll('[data-email]')) {
  button.addEventListener('click', () => {
    document.getElementById('email').value = button.dataset.email;
    const password = document.getElementById('password');
    password.value = button.dataset.password;
    password.form.querySelector('button[type="submit"]').focus();
  });
}

// A page that "back" brings up from memory may be of somebody who has signed out since.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// What went wrong is the first thing to be read after a form came back.
document.querySelector('main [role="alert"]:not([hidden])')?.scrollIntoView({ block: 'center' });
