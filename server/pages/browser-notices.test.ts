import { expect, test } from 'vitest'
import { noscriptNotice, oldBrowserNotice } from './browser-notices.ts'

const texts: Record<string, string> = { es: 'Hace falta <JavaScript>.', en: 'Needs it.', 'en-US': 'Needs it.' }
const translate = async (locale: string): Promise<string> => texts[locale] ?? ''

test('a browser without scripts shows the reason in each language once', async () => {
  expect(await noscriptNotice(['es', 'en', 'en-US'], translate)).toBe(
    '<noscript><p lang="es">Hace falta &lt;JavaScript>.</p><p lang="en">Needs it.</p></noscript>',
  )
})

test('an old browser gets a message that stays hidden until the page detects it', async () => {
  expect(await oldBrowserNotice(['en', 'en-US'], translate)).toBe(
    '<div id="old-browser" role="alert" hidden><p lang="en">Needs it.</p></div>',
  )
})
