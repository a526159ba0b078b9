import {
  approveInvitation,
  changeClinician,
  declineInvitation,
  inviteColleague,
  renewColleague,
  withdrawInvitation,
} from '@cuida/core/access/team/team-api.ts'
import { asks, given, leaving } from '@cuida/ui/client/session/test-leaving.ts'
import { expect, test } from 'vitest'
import { api } from '../../kit/api.ts'
import { sendAnswer } from './answer.ts'
import { type ColleagueValues, invitationOf, profileOf, valuesOf } from './colleague-values.ts'
import { useAnswer, useChange, useGiveWay, useInvite, useRenew, useWithdraw } from './queries.ts'

const id = '6f1c2f0e-2b8e-4a53-9d5c-0d8f0b7f2f11'
const reason = 'Nobody here knows this person'
const ana = { name: 'Ana Ruiz', email: 'ana@clinic.example' }
const typed = (role: ColleagueValues['role']): ColleagueValues => ({
  ...valuesOf({ ...ana, role }, ['es'], { timeZone: 'Atlantic/Canary' }),
  registrationNumber: '28/1',
  'specialty.es': 'Nutrición',
  'bio.es': 'Escucha.',
  languages: ['es'],
  products: ['101', '102'],
  bufferMinutes: '5',
})
const profile = {
  name: ana.name,
  registrationNumber: '28/1',
  languages: ['es'],
  timeZone: 'Atlantic/Canary',
  bufferMinutes: 5,
  specialty: { es: 'Nutrición' },
  bio: { es: 'Escucha.' },
  experience: {},
  studies: {},
  products: ['101', '102'],
}
const inviting = (role: ColleagueValues['role']) => () =>
  given(useInvite).mutateAsync(invitationOf(typed(role), ['es']))

test.each([
  [
    'a clinician is invited as one, with what they give and on their own clock',
    inviting('clinician'),
    asks(inviteColleague, { ...ana, role: 'clinician', profile }),
  ],
  [
    'a manager who gives no care is invited as one, without a profile',
    inviting('clinical-manager'),
    asks(inviteColleague, { ...ana, role: 'clinical-manager' }),
  ],
  ['a yes is a yes', () => sendAnswer(api, id, { says: 'yes' }), asks(approveInvitation, { id })],
  [
    'a no is a no, with its reason',
    () => given(() => useAnswer(id)).mutateAsync({ says: 'no', reason }),
    asks(declineInvitation, { id, reason }),
  ],
  [
    'the invitation that was meant is withdrawn',
    () => given(useWithdraw).mutateAsync(id),
    asks(withdrawInvitation, { id }),
  ],
  ['one gives way to another', () => given(useGiveWay)(id), asks(withdrawInvitation, { id })],
  ['a colleague begins anew', () => given(useRenew).mutateAsync({ id, reason }), asks(renewColleague, { id, reason })],
  [
    'a clinician is changed, and it is the one who was open',
    () => given(useChange).mutateAsync({ id, ...profileOf(typed('clinician'), ['es']) }),
    asks(changeClinician, { id, ...profile }),
  ],
])('%s', async (_, deed, expected) => expect(await leaving(deed)).toEqual([expected]))
