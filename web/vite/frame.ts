import { BUILD_TARGETS } from '@cuida/ui/build-targets.ts'
import { defineConfig } from 'vite'
import { precompress } from './compressed.ts'

// The card form is a page of its own origin (server/pages/windows/payment-frame.ts): it shares rules and styles with
// the app, but no running code.
export default defineConfig({
  root: 'checkout/card/frame',
  base: '/payment-frame/',
  plugins: [precompress()],
  build: {
    outDir: '../../../dist/frame',
    emptyOutDir: true,
    target: BUILD_TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
})
