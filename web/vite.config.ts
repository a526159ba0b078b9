import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** Writes .br and .gz beside each file, so that the server sends bytes and compresses nothing. */
function compressed(): Plugin {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11 }
  return {
    name: 'compressed',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg|json)$/.test(file))) {
        const bytes = readFileSync(join(dir, name))
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(bytes, { params }))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(bytes, { level: 9 }))
      }
    },
  }
}

const NPM =
  /node_modules[\\/](react|react-dom|scheduler|wouter|regexparam|use-sync-external-store|@lingui|@messageformat)[\\/]/
const UI =
  /ui[\\/](Alert|Button|ErrorState|Field|Icon|Link|PasswordInput|PhoneInput|Screen|Skeleton|Spinner|VisuallyHidden|words|client|forms|tokens)[\\/]/

/** Two files instead of forty for what the first screen needs: small pieces compress badly and each costs a request. */
const FIRST_SCREEN = [
  { name: 'react', test: NPM, priority: 20 },
  { name: 'first', test: UI, priority: 10 },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), ...(isSsrBuild ? [] : [compressed()])],
  build: {
    outDir: isSsrBuild ? 'dist/server' : 'dist/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: isSsrBuild
      ? { input: 'entry-server.tsx' }
      : { output: { codeSplitting: { groups: FIRST_SCREEN } } },
  },
  ssr: { noExternal: true },
  css: { modules: { generateScopedName: '[local]_[hash:base64:5]' } },
}))
