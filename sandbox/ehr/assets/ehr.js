/**
 * What every page does beyond what it does without a script: copy links, fill in demo sign-ins, and say so where
 * the panels did not load.
 */

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

// Module scripts that load have run by then.
addEventListener('load', () => {
  if (customElements.get('instrument-panel')) return;
  document.getElementById('panel-script-failed')?.removeAttribute('hidden');
});

// A page that "back" brings up from memory may be of somebody who has signed out since.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// What went wrong is the first thing to be read after a form came back.
document.querySelector('main [role="alert"]:not([hidden])')?.scrollIntoView({ block: 'center' });
