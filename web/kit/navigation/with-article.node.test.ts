import { expect, test } from 'vitest'
import { withArticle } from './with-article.ts'

test.each([
  ['es-ES', 'Dra. Marta Vidal', 'la Dra. Marta Vidal'],
  ['es', 'Dr. Juan Ríos', 'el Dr. Juan Ríos'],
  ['pt-BR', 'Dra. Helena Prado', 'a Dra. Helena Prado'],
  ['pt-BR', 'Dr. Caio Reis', 'o Dr. Caio Reis'],
  ['en', 'Dra. Marta Vidal', 'Dra. Marta Vidal'],
  ['es', 'Elena Ruiz', 'Elena Ruiz'],
])('in %s, %s is called "%s" in a sentence', (locale, name, text) => expect(withArticle(name, locale)).toBe(text))
