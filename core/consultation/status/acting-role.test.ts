import { expect, test } from 'vitest'
import { actsAs } from './acting-role.ts'

test.each([
  ['patient', 'PATIENT'],
  ['clinician', 'CLINICIAN'],
  ['clinician-and-clinical-manager', 'CLINICIAN_AND_CLINICAL_MANAGER'],
  ['machine', 'SYSTEM'],
  ['clinical-manager', undefined],
] as const)('%s acts as %s [A3.14]', (role, expected) => expect(actsAs(role)).toBe(expected))
