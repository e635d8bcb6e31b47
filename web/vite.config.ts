import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { withoutUnusedStyles } from './mantine-styles.ts'

/** One bundle for /console/ and /portal/: what it loads is found from where it lies, not from the root of the host. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), withoutUnusedStyles()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1_000,
  },
})
