import theme from 'vitepress/theme';
import './look.css';

export default {
  extends: theme,
  enhanceApp(): void {
    // The built site has no sandbox: its examples keep the text that says how to see them.
    if (!import.meta.env.DEV || import.meta.env.SSR) return;
    void import('./live-example.ts').then(({ LiveExample }) =>
      customElements.define('live-example', LiveExample),
    );
  },
};
