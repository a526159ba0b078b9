import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { themeScript } from '@cuida/ui/theme/theme-style.ts'
import type { Plugin } from 'vite'

/** Messages that a native app needs before its first reply. */
const START = /^(brand\.config\.|ui\.crash\.restart$|ui\.error\.|ui\.(loading|retry|trace)$)/

/** For `web/native.tsx`: sentences without values, which need no compilation. */
export function startMessages(): Record<string, Record<string, string[]>> {
  const folder = new URL('../../content/locales/', import.meta.url)
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  return Object.fromEntries(languages.map(({ name }) => [name, messagesOf(new URL(`${name}/`, folder))]))
}

function messagesOf(folder: URL): Record<string, string[]> {
  const files = readdirSync(folder).map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as object)
  const all: [string, string][] = files.flatMap((file) => Object.entries(file))
  return Object.fromEntries(all.filter(([key]) => START.test(key)).map(([key, text]) => [key, [text]]))
}

/**
 * The native apps' page: no server fills it, so it contains what the first paint needs and starts `native.tsx`.
 * `native/prepare.ts` adds one partner's settings and policy.
 */
export function nativePage(): Plugin {
  const hash = createHash('sha256').update(themeScript).digest('base64')
  const head =
    `<meta http-equiv="content-security-policy" content="%POLICY%" data-script="sha256-${hash}">` +
    `<meta name="cuida-app" content="%APP%"><title>%NAME%</title>` +
    `<style id="theme"></style><script>${themeScript}</script>`
  return {
    name: 'native-page',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html
          .replace(/\s*<link rel="icon"[^>]*>/, '')
          // The files are on the phone, and the theme names those it uses.
          .replaceAll(/\s*<link [^>]*data-typeface[^>]*>/g, '')
          .replace('<!--head-->', () => head)
          .replace('<!--root-->', '')
          .replace('<!--boot-->', '')
          .replace('/main.tsx', '/native.tsx'),
    },
  }
}
