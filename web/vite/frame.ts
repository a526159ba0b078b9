import { TARGETS } from '@cuida/ui/build-targets.ts'
import { defineConfig } from 'vite'
import { compressed } from './compressed.ts'

// The card form is a page of its own, on an origin of its own (server/pages/windows/payment-frame.ts): it shares the rules and
// the looks of the app, and nothing that runs.
export default defineConfig({
  root: 'checkout/card/frame',
  base: '/payment-frame/',
  plugins: [compressed()],
  build: {
    outDir: '../../../dist/frame',
    emptyOutDir: true,
    target: TARGETS,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
})
