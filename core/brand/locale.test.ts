import { expect, test } from 'vitest'
import { LOCALES, languageFor, localeChain } from './locale.ts'

test.each([
  ['es-ES', ['en', 'es', 'es-ES'], 'es-ES'],
  ['es-ES', ['en', 'es'], 'es'],
  ['es-MX', ['en', 'es-ES'], 'es-ES'],
  ['es-MX', ['es-ES', 'ES'], 'ES'],
  ['pt', ['en', 'pt-BR'], 'pt-BR'],
  ['pt-PT', ['en', 'pt-BR'], 'pt-BR'],
  ['PT-br', ['pt-BR'], 'pt-BR'],
  ['EN', ['en'], 'en'],
  ['fr', ['en', 'es'], undefined],
  ['e', ['en', 'es'], undefined],
  ['', ['en'], undefined],
])('%s among %j is %s [A1.4]', (tag, available, language) => expect(languageFor(tag, available)).toBe(language))

test.each([
  ['es-ES', ['es-ES', 'es', 'en']],
  ['en-US', ['en-US', 'en']],
  ['en', ['en']],
  ['pt-BR', ['pt-BR', 'pt', 'en']],
])('%s falls back through %j', (locale, chain) => expect(localeChain(locale)).toEqual(chain))

test('the locales are those of the product', () => expect(LOCALES).toEqual(['en', 'en-US', 'es', 'es-ES', 'pt-BR']))
