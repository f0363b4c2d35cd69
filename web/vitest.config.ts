/// Unit tests of the headless modules; the browser's are in e2e/.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte()],
  resolve: { conditions: ['browser'] },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
