import { expect, test } from 'vitest'
import { searchProducts } from './search.ts'

const product = (name: string, summary: string, keywords: string | null = null) => ({
  ...{ name, summary, keywords },
  includes: ['Receta si hace falta'],
  category: null,
})
const PRODUCTS = [
  product('Consulta médica', 'Para cualquier duda de salud', 'fiebre, tos, gripe'),
  product('Entender tu analítica', 'Lee tu análisis de sangre con un médico'),
  product('Dormir mejor', 'Insomnio y despertares'),
]

test.each([
  ['an empty query', '  ', ['Consulta médica', 'Entender tu analítica', 'Dormir mejor']],
  ['a word without its accent', 'analitica', ['Entender tu analítica']],
  ['the beginning of a word', 'insom', ['Dormir mejor']],
  ['a keyword that no text shows', 'TOS', ['Consulta médica']],
  ['two words in any order', 'sangre médico', ['Entender tu analítica']],
  ['a name before a mention', 'medic', ['Consulta médica', 'Entender tu analítica']],
  ['a word inside another one', 'somnio', []],
  ['an unknown word', 'fontanero', []],
])('%s finds the products', (_, query, names) => {
  expect(searchProducts(PRODUCTS, query).map(({ name }) => name)).toEqual(names)
})
