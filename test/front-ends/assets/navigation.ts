/** The navigation's frame: tells the top page which patient was chosen. */

for (const link of document.querySelectorAll<HTMLElement>('[data-record]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    document.querySelector('[aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    parent.postMessage({ open: link.dataset.record }, location.origin);
  });
}

export {};
