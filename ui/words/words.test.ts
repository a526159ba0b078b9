import { expect, test } from 'vitest'
import { currentLocale, hasWords, loadWords, t } from './words.ts'

test('the language that was loaded last is spoken, and a plural counts', () => {
  loadWords('en', { hi: ['Hello ', ['name']] })
  loadWords('es', {
    hi: ['Hola ', ['name']],
    left: [['n', 'plural', { one: ['queda ', '#'], other: ['quedan ', '#'] }]],
  })
  expect(currentLocale()).toBe('es')
  expect(t('hi', { name: 'Ana' })).toBe('Hola Ana')
  expect(t('left', { n: 1 })).toBe('queda 1')
  expect(t('left', { n: 3 })).toBe('quedan 3')
})

test('more words of the same language add to what is there', () => {
  loadWords('es', { bye: ['Adiós'] })
  expect(t('bye')).toBe('Adiós')
  expect(hasWords('hi')).toBe(true)
})

test('a key without words is shown as it is', () => {
  expect(t('care.nothing')).toBe('care.nothing')
  expect(hasWords('care.nothing')).toBe(false)
})
