import { BUILD_TARGETS } from '@cuida/ui/build-targets.ts'
import { oldBrowserScript } from '@cuida/ui/client/old-browser-script.ts'
import { storageScript } from '@cuida/ui/client/session/storage-script.ts'
import { themeScript } from '@cuida/ui/theme/theme-style.ts'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * Runs before the first paint, as on the patient pages (web/entry-server.tsx). The page's content security policy
 * allows it by its hash.
 */
const headScript: Plugin = {
  name: 'head-script',
  transformIndexHtml: (html) =>
    html.replace('<!--script-->', `<script>${oldBrowserScript}${storageScript}${themeScript}</script>`),
}

export default defineConfig({
  base: '/desk/',
  plugins: [react(), headScript],
  build: {
    outDir: 'dist/client',
    emptyOutDir: true,
    manifest: true,
    target: BUILD_TARGETS,
    modulePreload: { polyfill: false },
  },
})
