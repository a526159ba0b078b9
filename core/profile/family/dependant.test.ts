import { expect, test } from 'vitest'
import { changesIdentity } from './dependant.ts'

const passport = { documentType: 'PASSPORT' as const, documentNumber: 'XA123456' }
const leo = { dateOfBirth: '2017-03-09', cpf: null, document: null }
const known = { ...leo, cpf: '52998224725', document: passport }

test.each([
  ['nothing else', leo, leo, false],
  ['a CPF that was missing', leo, { ...leo, cpf: '52998224725' }, false],
  ['a document that was missing', leo, { ...leo, document: passport }, false],
  ['the same of everything', known, { ...known, document: { ...passport } }, false],
  ['a birthday a day later', leo, { ...leo, dateOfBirth: '2017-03-10' }, true],
  ['a birthday a day earlier', leo, { ...leo, dateOfBirth: '2017-03-08' }, true],
  ['another CPF', known, { ...known, cpf: '11144477735' }, true],
  ['no CPF any more', known, { ...known, cpf: null }, true],
  ['another number', known, { ...known, document: { ...passport, documentNumber: 'XB999999' } }, true],
  ['another kind of document', known, { ...known, document: { ...passport, documentType: 'DNI' as const } }, true],
  ['no document any more', known, { ...known, document: null }, true],
])('%s', (_, before, after, changes) => expect(changesIdentity(before, after)).toBe(changes))
