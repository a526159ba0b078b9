import { expect, test } from 'vitest'
import { needsSecondManager } from './second-manager.ts'

const OURS = ['clinica.example']

test.each([
  ['a clinician at the clinic’s address needs one manager', 'ana@clinica.example', 'clinician', OURS, false],
  ['a manager at the clinic’s address needs one manager', 'ana@clinica.example', 'clinical-manager', OURS, false],
  ['the case of an address does not matter', 'Ana@Clinica.EXAMPLE', 'clinician', OURS, false],
  ['a clinician at another address needs two', 'ana@correo.example', 'clinician', OURS, true],
  ['a manager at another address needs two', 'ana@correo.example', 'clinical-manager', OURS, true],
  ['a subdomain of the clinic’s is another address', 'ana@x.clinica.example', 'clinician', OURS, true],
  ['a domain that ends like the clinic’s is another address', 'ana@otraclinica.example', 'clinician', OURS, true],
  ['a domain that begins like the clinic’s is another address', 'ana@clinica.example.net', 'clinician', OURS, true],
  [
    'the clinic’s domain in the local part is another address',
    '"x@clinica.example"@correo.example',
    'clinician',
    OURS,
    true,
  ],
  ['with an empty list of domains every invitation needs two', 'ana@clinica.example', 'clinician', [], true],
  [
    'without a list of domains a manager needs two',
    'ana@clinica.example',
    'clinician-and-clinical-manager',
    undefined,
    true,
  ],
  ['without a list of domains a clinician needs one', 'ana@clinica.example', 'clinician', undefined, false],
] as const)('%s', (_, email, role, domains, needs) => expect(needsSecondManager({ email, role }, domains)).toBe(needs))
