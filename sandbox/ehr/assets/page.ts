/**
 * The script of every page, which works without it: fills in demo sign-ins, and says if the panels
 * did not load.
 */

const input = (id: string): HTMLInputElement => {
  const element = document.getElementById(id);
  if (!(element instanceof HTMLInputElement)) throw new Error(`There is no field ${id}.`);
  return element;
};

for (const button of document.querySelectorAll<HTMLElement>('.scripted')) button.hidden = false;

for (const button of document.querySelectorAll<HTMLElement>('[data-email]')) {
  button.addEventListener('click', () => {
    input('email').value = button.dataset.email ?? '';
    const password = input('password');
    password.value = button.dataset.password ?? '';
    password.form?.querySelector<HTMLElement>('button[type="submit"]')?.focus();
  });
}

// Module scripts that load have run by then.
addEventListener('load', () => {
  if (customElements.get('instrument-panel')) return;
  document.getElementById('panel-script-failed')?.removeAttribute('hidden');
});

// A page that "back" brings up from memory may be about a patient of somebody who has signed out since.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload();
});

// After a form came back, its error is the first thing to read.
document.querySelector('main [role="alert"]:not([hidden])')?.scrollIntoView({ block: 'center' });
