import { expect, test } from 'vitest'
import { currentLocale, hasMessage, loadMessages, t } from './messages.ts'

test('the language loaded last is active, and plurals follow it', () => {
  loadMessages('en', { hi: ['Hello ', ['name']] })
  loadMessages('es', {
    hi: ['Hola ', ['name']],
    left: [['n', 'plural', { one: ['queda ', '#'], other: ['quedan ', '#'] }]],
  })
  expect(currentLocale()).toBe('es')
  expect(t('hi', { name: 'Ana' })).toBe('Hola Ana')
  expect(t('left', { n: 1 })).toBe('queda 1')
  expect(t('left', { n: 3 })).toBe('quedan 3')
})

test('loading a language again adds to its messages', () => {
  loadMessages('es', { bye: ['Adiós'] })
  expect(t('bye')).toBe('Adiós')
  expect(hasMessage('hi')).toBe(true)
})

test('a key without a message is shown as it is', () => {
  expect(t('care.nothing')).toBe('care.nothing')
  expect(hasMessage('care.nothing')).toBe(false)
})

test('a time that ends in a full stop also ends its sentence', () => {
  loadMessages('es', { until: ['Hasta las ', ['time'], '. Ven.'] } as never)
  expect(t('until', { time: '8:45 p.\u00a0m.' })).toBe('Hasta las 8:45 p.\u00a0m. Ven.')
  expect(t('until', { time: '20:45' })).toBe('Hasta las 20:45. Ven.')
})
