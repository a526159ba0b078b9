import { expect, test } from 'vitest'
import { scriptless } from './scriptless.ts'

const said: Record<string, string> = { es: 'Hace falta <JavaScript>.', en: 'Needs it.', 'en-US': 'Needs it.' }
const say = async (locale: string): Promise<string> => said[locale] ?? ''

test('who has scripts off reads why, in each language and in none twice', async () => {
  expect(await scriptless(['es', 'en', 'en-US'], say)).toBe(
    '<noscript><p lang="es">Hace falta &lt;JavaScript>.</p><p lang="en">Needs it.</p></noscript>',
  )
})
