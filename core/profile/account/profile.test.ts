import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { AccountExport } from '../deletion/export.ts'
import { Profile } from './profile.ts'

const id = '5f0c2c4e-6d0e-4f53-9c6e-0f4d6a1a2b3c'
const ana = {
  id,
  emrId: id,
  email: 'ana@example.com',
  phone: { number: '+34600000001', country: 'ES' },
  firstName: 'Ana',
  lastName: 'Ruiz',
  dateOfBirth: '1990-05-17',
  sex: 'Female',
  genderInfo: null,
  locale: 'es-ES',
  timeZone: 'Europe/Madrid',
  cpf: null,
  document: null,
  dependants: [],
  isDependant: false,
  b2bCompany: null,
  showDebugInfo: false,
  subscription: null,
}

describe('the own profile', () => {
  test('it has the person’s data, even without documents and dependants', () =>
    expect(v.parse(Profile, ana)).toEqual(ana))
  test('it has document, dependants, employer and subscription', () => {
    const more = {
      ...ana,
      document: { documentType: 'DNI', documentNumber: '12345678Z' },
      dependants: [{ id, emrId: id, firstName: 'Leo', dateOfBirth: '2017-03-09', sex: 'Male' }],
      b2bCompany: { name: 'Talleres', productDiscounts: [{ productId: '101', discount: 50 }] },
      subscription: { id: 's1', status: 'ACTIVE' },
    }
    expect(v.parse(Profile, more)).toEqual(more)
  })
  test('it has no internal fields', () => {
    const stored = {
      ...ana,
      passwordHash: 'x',
      dependants: [{ id, emrId: id, firstName: 'Leo', dateOfBirth: '2017-03-09', sex: 'Male', cpf: '1' }],
      subscription: { id: 's1', status: 'ACTIVE', providerId: 'x' },
    }
    expect(v.parse(Profile, stored)).toEqual({
      ...ana,
      dependants: [{ id, emrId: id, firstName: 'Leo', dateOfBirth: '2017-03-09', sex: 'Male' }],
      subscription: { id: 's1', status: 'ACTIVE' },
    })
  })
})

test('an export is complete: no part may be missing', () => {
  const parts = Object.keys(AccountExport.entries).filter((part) => part !== 'exportedAt')
  const whole = { exportedAt: '2026-03-01', ...Object.fromEntries(parts.map((part) => [part, []])), account: null }
  expect(v.parse(AccountExport, whole)).toEqual(whole)
  expect(parts).toEqual(expect.arrayContaining(['notes', 'prescriptions', 'accessLog', 'consents', 'sessions']))
  const without = (part: string) => ({ ...whole, [part]: undefined })
  expect(parts.filter((part) => v.is(AccountExport, without(part)))).toEqual([])
})
