import { loadMessages } from '@cuida/ui/i18n/messages.ts'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PartnerProvider } from '../../kit/content/partner.tsx'
import { FamilyMemberField } from './FamilyMemberField.tsx'

const ana = {
  id: 'a',
  firstName: 'Ana',
  dateOfBirth: '1990-04-05',
  sex: 'Female' as const,
  isDependant: false,
  place: 0,
}
const leo = { id: 'l', firstName: 'Leo', dateOfBirth: '2017-03-12', sex: 'Male' as const, isDependant: true, place: 1 }

test.each([
  [true, 1],
  [false, 0],
])("the choice of a patient shows a child's age where the partner shows ages (%s) [B3.14]", (displayAge, times) => {
  loadMessages('es', { 'profile.family.years': ['años'], 'profile.identity.you': ['name'] } as never)
  const html = renderToString(
    <PartnerProvider config={{ displayAge } as never}>
      <FamilyMemberField label="" people={[ana, leo]} value="" onChange={() => undefined} id="who" error={undefined} />
    </PartnerProvider>,
  )
  expect(html.split('años').length - 1).toBe(times)
  expect(html).toContain('Leo')
})
