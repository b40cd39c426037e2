import { defineConfig } from 'vite';

// Angular's decorators are those that came before the standard's.
export default defineConfig({ oxc: { decorator: { legacy: true } } });
