import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { living, playServer } from '@cuida/ui/client/session/test-living.ts'
import { expect, test } from 'vitest'
import { useFaultsPlace } from '../kit/faults/use-faults-place.ts'
import { useCompaniesPlace } from './use-companies-place.ts'

async function placeAt<T>(at: string, hook: () => T, role = 'clinical-manager'): Promise<T> {
  playServer().answer(staffMe, { id: '1', name: 'Ana', role })
  return (await living(hook, { at })).now()
}

test.each([
  ['/companies', useCompaniesPlace, { isHere: true, chosen: undefined }],
  ['/companies/7', useCompaniesPlace, { isHere: true, chosen: '7' }],
  ['/companies/7/more', useCompaniesPlace, { isHere: true, chosen: undefined }],
  ['/people/patient/7', useCompaniesPlace, { isHere: false, chosen: undefined }],
  ['/faults', useFaultsPlace, { isHere: true, chosen: undefined }],
  ['/faults/7', useFaultsPlace, { isHere: true, chosen: '7' }],
  ['/companies/7', useFaultsPlace, { isHere: false, chosen: undefined }],
])('at %s a manager looks at %o: %o', async (at, hook, place) => expect(await placeAt(at, hook)).toEqual(place))

test.each([
  ['/companies/7', useCompaniesPlace],
  ['/faults/7', useFaultsPlace],
])('%s is no place of a clinician, and opens nothing', async (at, hook) =>
  expect(await placeAt(at, hook, 'clinician')).toEqual({ isHere: false, chosen: undefined }),
)
