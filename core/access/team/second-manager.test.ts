import { expect, test } from 'vitest'
import { needsSecondManager } from './second-manager.ts'

const OURS = ['clinica.example']

test.each([
  ['a clinician at the clinic’s address needs one manager', 'ana@clinica.example', 'clinician', OURS, false],
  ['so does a manager', 'ana@clinica.example', 'clinical-manager', OURS, false],
  ['in whatever letters', 'Ana@Clinica.EXAMPLE', 'clinician', OURS, false],
  ['a clinician elsewhere needs two', 'ana@correo.example', 'clinician', OURS, true],
  ['a manager elsewhere needs two', 'ana@correo.example', 'clinical-manager', OURS, true],
  ['an address below the clinic’s is elsewhere', 'ana@x.clinica.example', 'clinician', OURS, true],
  ['one that ends like it is elsewhere', 'ana@otraclinica.example', 'clinician', OURS, true],
  ['one that begins like it is elsewhere', 'ana@clinica.example.net', 'clinician', OURS, true],
  ['one that holds it before the sign is elsewhere', '"x@clinica.example"@correo.example', 'clinician', OURS, true],
  ['where no address is the clinic’s, everybody needs two', 'ana@clinica.example', 'clinician', [], true],
  [
    'where it has not said, a manager needs two',
    'ana@clinica.example',
    'clinician-and-clinical-manager',
    undefined,
    true,
  ],
  ['and a clinician one', 'ana@clinica.example', 'clinician', undefined, false],
] as const)('%s', (_, email, role, domains, needs) => expect(needsSecondManager({ email, role }, domains)).toBe(needs))
