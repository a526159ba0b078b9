import { expect, test } from 'vitest'
import { changesIdentity } from './dependant.ts'

const passport = { documentType: 'PASSPORT' as const, documentNumber: 'XA123456' }
const leo = { dateOfBirth: '2017-03-09', cpf: null, document: null }
const known = { ...leo, cpf: '52998224725', document: passport }

test.each([
  ['no change keeps the identity', leo, leo, false],
  ['a CPF that was missing keeps the identity', leo, { ...leo, cpf: '52998224725' }, false],
  ['a document that was missing keeps the identity', leo, { ...leo, document: passport }, false],
  ['equal data keep the identity', known, { ...known, document: { ...passport } }, false],
  ['a later date of birth changes the identity', leo, { ...leo, dateOfBirth: '2017-03-10' }, true],
  ['an earlier date of birth changes the identity', leo, { ...leo, dateOfBirth: '2017-03-08' }, true],
  ['another CPF changes the identity', known, { ...known, cpf: '11144477735' }, true],
  ['a removed CPF changes the identity', known, { ...known, cpf: null }, true],
  [
    'another document number changes the identity',
    known,
    { ...known, document: { ...passport, documentNumber: 'XB999999' } },
    true,
  ],
  [
    'another type of document changes the identity',
    known,
    { ...known, document: { ...passport, documentType: 'DNI' as const } },
    true,
  ],
  ['a removed document changes the identity', known, { ...known, document: null }, true],
])('%s', (_, before, after, changes) => expect(changesIdentity(before, after)).toBe(changes))
