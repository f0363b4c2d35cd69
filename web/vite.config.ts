/// The build of the client: hashed files, nothing inlined (the server's
/// content policy allows no data: addresses).
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

const server = process.env.ADMIRALTY_SERVER ?? 'http://127.0.0.1:8640';

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 400,
  },
  // The table of balance lies beside the client, in docs.
  server: { fs: { allow: ['..'] }, proxy: { '/api': { target: server, ws: true } } },
});
