import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { themeScript } from '@cuida/ui/theme/theme-style.ts'
import type { Plugin } from 'vite'

/** What a native app must be able to say before it has reached anybody. */
const START = /^(brand\.config\.|ui\.crash\.restart$|ui\.error\.|ui\.(loading|retry|trace)$)/

/** `web/native.tsx`: whole sentences without values, so there is nothing to compile. */
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
 * The page of the native apps: no server fills it, so it brings what the first paint needs and starts `native.tsx`.
 * `native/prepare.ts` writes one partner's settings and policy into it.
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
          .replace('<!--head-->', () => head)
          .replace('<!--root-->', '')
          .replace('<!--boot-->', '')
          .replace('/main.tsx', '/native.tsx'),
    },
  }
}
