/** The navigation's frame: tells the page on top which patient was chosen. */

for (const link of document.querySelectorAll('[data-record]')) {
  link.addEventListener('click', (event) => {
    event.preventDefault();
    document.querySelector('[aria-current]')?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'true');
    parent.postMessage({ open: link.dataset.record }, location.origin);
  });
}
